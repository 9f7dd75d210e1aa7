"""What transformers 5 no longer has, from the last 4.x: Transformer-XL and BERT's relative_key."""

import torch
from transformers import BertConfig
from transformers.models.bert.modeling_bert import BertSelfAttention
from transformers.models.deprecated.transfo_xl.modeling_transfo_xl import (
    PositionalEmbedding,
    RelPartialLearnableMultiHeadAttn,
)

from .common import SINGLE, TRANSFORMERS, Draw, captured_softmax, case, causal, heads_of, outputs_of, tensors


def transformer_xl():
    """In float32: the library's masks work in no other. The numbers that go in are exact in it."""
    cases = []
    for name, memory, clamp in (
        ("Transformer-XL", 0, 0),
        ("Transformer-XL, 3 tokens of memory", 3, 0),
        ("Transformer-XL, 3 tokens of memory, distances clamped at 2", 3, 2),
    ):
        draw, heads, head_dim, width, tokens = Draw(name), 2, 4, 6, 4
        attention = draw.fill(RelPartialLearnableMultiHeadAttn(heads, width, head_dim, 0.0))
        hidden, memories = (draw.grid(n, 1, width, low=-4, high=4, step=1 / 4) for n in (tokens, memory))
        distances = torch.arange(tokens + memory - 1, -1, -1.0)
        if clamp:
            distances = distances.clamp(max=clamp)
        encoding = PositionalEmbedding(width)(distances)
        attention, hidden, memories = attention.float(), hidden.float(), memories.float()
        visible = causal(tokens, tokens + memory)
        with captured_softmax() as softmax:
            parts, _ = outputs_of(
                attention,
                {"o_net"},
                lambda: attention(
                    hidden, encoding, attn_mask=(~visible).long()[:, :, None], mems=memories if memory else None
                ),
            )
        q, k, v = (
            x.transpose(0, 1).unflatten(-1, (heads, head_dim))[0].transpose(0, 1) for x in parts["qkv_net"].chunk(3, -1)
        )
        scores, weights = (x[:, :, 0].permute(2, 0, 1) for x in softmax[0])
        method = {
            "kind": "transformer_xl",
            "u": attention.r_w_bias,
            "v": attention.r_r_bias,
            "projection": attention.r_net.weight,
        }
        if clamp:
            method["clamp_len"] = clamp
        problem = {"input": tensors(q[:, -tokens:], k, v), "method": method, "mask": {"kind": "causal"}}
        output = parts["o_net"][:, 0].view(tokens, heads, head_dim).transpose(0, 1)
        cases.append(
            case(
                name,
                f"{TRANSFORMERS} transfo_xl RelPartialLearnableMultiHeadAttn",
                problem,
                {"scores": scores, "weights": weights, "output": output},
                SINGLE,
            )
        )
    return cases


def relative_key():
    """Table [2 max - 1, head_dim] read at m - n + max - 1: Shaw's keys back to front. relative_key_query adds k·e too:
    DeBERTa's two terms.
    """
    cases = []
    for kind in ("relative_key", "relative_key_query"):
        name = f"BERT {kind}"
        draw, heads, tokens, reach = Draw(name), 2, 5, 4
        config = BertConfig(
            hidden_size=8,
            num_attention_heads=heads,
            max_position_embeddings=reach + 1,
            attention_probs_dropout_prob=0.0,
        )
        attention = draw.fill(BertSelfAttention(config, position_embedding_type=kind))
        hidden = draw.grid(1, tokens, 8, low=-4, high=4, step=1 / 4)
        with captured_softmax() as softmax:
            parts, (context, _) = outputs_of(attention, set(), lambda: attention(hidden, output_attentions=True))
        scores, weights = (x[0] for x in softmax[0])
        table = attention.distance_embedding.weight
        if kind == "relative_key":
            method = {"kind": "shaw", "max_relative_position": reach, "keys": table.flip(0), "values": None}
        else:
            rows = torch.cat([torch.zeros(1, 4), table]).repeat(1, heads)
            method = {
                "kind": "deberta",
                "max_relative_positions": reach + 1,
                "pos_att_type": ["c2p", "p2c"],
                "position_keys": rows,
                "position_queries": rows,
            }
        problem = {
            "input": tensors(*(heads_of(parts[x], heads) for x in ("query", "key", "value"))),
            "method": method,
            "scale": 0.5,
        }
        outputs = {"scores": scores, "weights": weights, "output": heads_of(context, heads)}
        cases.append(
            case(name, f"{TRANSFORMERS} BertSelfAttention(position_embedding_type={kind!r})", problem, outputs)
        )
    return cases
