"""Position vectors that meet the content: Shaw, DeBERTa, XLNet's relative attention, CoPE."""

import torch
from transformers import DebertaConfig, DebertaV2Config, XLNetConfig, XLNetModel
from transformers.models.deberta import modeling_deberta as deberta_v1
from transformers.models.deberta_v2 import modeling_deberta_v2 as deberta_v2
from transformers.models.xlnet.modeling_xlnet import XLNetRelativeAttention

from .common import (
    FORMULA,
    SINGLE,
    TRANSFORMERS,
    Draw,
    attend,
    captured_softmax,
    case,
    causal,
    dots,
    heads_of,
    near,
    tensors,
)

# ---------------------------------------------------------------- Shaw


def shaw_attention(q, k, v, positions, reach, keys, values, beyond, visible):
    """tensor2tensor dot_product_attention_relative: both key terms are scaled; tables are shared by the heads."""
    relative = positions[1][None, :] - positions[0][:, None]
    row = torch.clamp(relative, -reach, reach) + reach
    inside = 1.0 if beyond == "clip" else (relative.abs() <= reach).double()[..., None]
    scores = dots(q, k)
    if keys is not None:
        scores = scores + torch.einsum("hqd,qkd->hqk", q, keys[row] * inside) * q.shape[-1] ** -0.5
    scores, weights, output = attend(scores, v, visible)
    if values is not None:
        output = output + torch.einsum("hqk,qkd->hqd", weights, values[row] * inside)
    return {"scores": scores, "weights": weights, "output": output}


def shaw():
    cases = []
    for sides in ("keys and values", "keys", "values"):
        for beyond in ("clip", "zero"):
            for mask in ("none", "causal"):
                if sides != "keys and values" and (beyond, mask) not in (("clip", "none"), ("zero", "causal")):
                    continue
                name = f"Shaw, {sides}, beyond the reach: {beyond}, mask: {mask}"
                draw = Draw(name)
                heads, tokens, head_dim, value_dim, reach = 2, 5, 4, 3, 2
                q, k, v = draw.qkv(heads, tokens, head_dim, value_dim=value_dim)
                keys = draw.grid(2 * reach + 1, head_dim) if "keys" in sides else None
                values = draw.grid(2 * reach + 1, value_dim) if "values" in sides else None
                positions = (torch.arange(tokens), torch.arange(tokens))
                visible = causal(tokens) if mask == "causal" else None
                problem = {
                    "input": tensors(q, k, v),
                    "method": {
                        "kind": "shaw",
                        "max_relative_position": reach,
                        "keys": keys,
                        "values": values,
                        "beyond": beyond,
                    },
                    "mask": {"kind": mask},
                }
                library = f"{FORMULA}, tensor2tensor {'v1' if beyond == 'clip' else 'v2 (Music Transformer)'}"
                cases.append(
                    case(
                        name, library, problem, shaw_attention(q, k, v, positions, reach, keys, values, beyond, visible)
                    )
                )
    return cases


# ---------------------------------------------------------------- DeBERTa


def deberta_checks():
    """256 buckets, 512 positions: methods.md 2.6."""
    distance = torch.tensor([1, 127, 128, 129, 200, 256, 300, 400, 510, 511])
    expected = [1, 127, 128, 129, 169, 192, 207, 233, 255, 255]
    assert deberta_v2.make_log_bucket_position(distance, 256, 512).tolist() == expected
    assert deberta_v2.make_log_bucket_position(-distance, 256, 512).tolist() == [-x for x in expected]


def deberta_two(name, terms, buckets, share):
    """Widths that make sqrt(head_dim * terms) whole: the library takes that root in float32."""
    head_dim = {1: 4, 2: 8, 3: 12}[1 + len(terms)]
    draw, heads, tokens, reach = (Draw(name), 1, 11, 16) if buckets > 0 else (Draw(name), 2, 6, 3)
    config = DebertaV2Config(
        hidden_size=heads * head_dim,
        num_attention_heads=heads,
        relative_attention=True,
        position_buckets=buckets,
        max_relative_positions=reach,
        pos_att_type=list(terms),
        share_att_key=share,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    attention = draw.fill(deberta_v2.DisentangledSelfAttention(config))
    span = buckets if buckets > 0 else reach
    hidden = draw.grid(1, tokens, heads * head_dim, low=-4, high=4, step=1 / 4)
    embeddings = draw.grid(2 * span, heads * head_dim, low=-4, high=4, step=1 / 4)
    q, k, v = (
        heads_of(project(hidden), heads) for project in (attention.query_proj, attention.key_proj, attention.value_proj)
    )
    with captured_softmax() as softmax:
        context, _ = attention(
            hidden, torch.ones(1, 1, tokens, tokens), output_attentions=True, rel_embeddings=embeddings
        )
    method = {"kind": "deberta", "max_relative_positions": reach, "pos_att_type": list(terms)}
    if buckets > 0:
        method["position_buckets"] = buckets
    if "c2p" in terms:
        method["position_keys"] = (attention.key_proj if share else attention.pos_key_proj)(embeddings)
    if "p2c" in terms:
        method["position_queries"] = (attention.query_proj if share else attention.pos_query_proj)(embeddings)
    scores, weights = softmax[0]
    whole = terms == ("c2p", "p2c") and not share
    problem = {"input": tensors(q, k, v if whole else None), "method": method}
    outputs = {"scores": scores[0], **({"output": heads_of(context, heads)} if whole else {})}
    return case(name, f"{TRANSFORMERS} deberta_v2 DisentangledSelfAttention", problem, outputs)


def deberta_one(name, terms, reach):
    head_dim = {2: 8, 3: 12}[1 + len(terms)]
    draw, heads, tokens = Draw(name), 2, 5
    config = DebertaConfig(
        hidden_size=heads * head_dim,
        num_attention_heads=heads,
        relative_attention=True,
        max_relative_positions=reach,
        pos_att_type=list(terms),
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    attention = draw.fill(deberta_v1.DisentangledSelfAttention(config))
    hidden = draw.grid(1, tokens, heads * head_dim, low=-4, high=4, step=1 / 4)
    embeddings = draw.grid(2 * reach, heads * head_dim, low=-4, high=4, step=1 / 4)
    q, k, _ = attention.transpose_for_scores(attention.in_proj(hidden)).chunk(3, dim=-1)
    q = q + attention.transpose_for_scores(attention.q_bias[None, None, :])
    relative = deberta_v1.build_relative_position(q, k)
    with captured_softmax() as softmax:
        attention(
            hidden,
            torch.ones(1, 1, tokens, tokens),
            output_attentions=True,
            relative_pos=relative,
            rel_embeddings=embeddings,
        )
    method = {"kind": "deberta", "max_relative_positions": reach, "pos_att_type": list(terms)}
    if "c2p" in terms:
        method["position_keys"] = attention.pos_proj(embeddings)
    if "p2c" in terms:
        method["position_queries"] = attention.pos_q_proj(embeddings)
    return case(
        name,
        f"{TRANSFORMERS} deberta DisentangledSelfAttention",
        {"input": tensors(q[0], k[0]), "method": method},
        {"scores": softmax[0][0][0]},
    )


def deberta():
    deberta_checks()
    both = ("c2p", "p2c")
    return [
        deberta_two("DeBERTa v2, c2p and p2c, clamped at 3", both, -1, False),
        deberta_two("DeBERTa v2, c2p and p2c, 8 log buckets of 16 positions", both, 8, False),
        deberta_two("DeBERTa v2, c2p and p2c, 8 log buckets, keys shared", both, 8, True),
        deberta_two("DeBERTa v2, c2p, 8 log buckets", ("c2p",), 8, False),
        deberta_two("DeBERTa v2, p2c, 8 log buckets", ("p2c",), 8, False),
        deberta_two("DeBERTa v2, c2p, clamped at 3", ("c2p",), -1, False),
        deberta_two("DeBERTa v2, p2c, clamped at 3", ("p2c",), -1, False),
        deberta_one("DeBERTa v1, c2p and p2c, clamped at 3", both, 3),
        deberta_one("DeBERTa v1, c2p and p2c, more rows than tokens", both, 7),
    ]


# ---------------------------------------------------------------- XLNet: Transformer-XL's scores in both directions


def xlnet():
    cases = []
    for name, memory, clamp in (
        ("XLNet scores, both directions", 0, -1),
        ("XLNet scores, both directions, 2 tokens of memory", 2, -1),
        ("XLNet scores, both directions, distances clamped at 2", 0, 2),
    ):
        draw, head_dim, width, tokens = Draw(name), 4, 6, 4
        config = XLNetConfig(vocab_size=4, d_model=width, n_layer=1, n_head=2, d_inner=4, dropout=0.0, clamp_len=clamp)
        config.d_head = head_dim
        attention = draw.fill(XLNetRelativeAttention(config))
        hidden, memories = (draw.grid(n, 1, width, low=-4, high=4, step=1 / 4) for n in (tokens, memory))
        everything = torch.cat([memories, hidden])
        model = XLNetModel(XLNetConfig(vocab_size=4, d_model=width, n_layer=1, n_head=2, d_inner=4, clamp_len=clamp))
        encoding = model.relative_positional_encoding(tokens, tokens + memory, bsz=1).double()
        with captured_softmax() as softmax:
            attention(hidden, None, None, None, encoding, None, mems=memories if memory else None)
        q, k, v = (
            torch.einsum("ibh,hnd->bnid", x, weight)[0]
            for x, weight in ((hidden, attention.q), (everything, attention.k), (everything, attention.v))
        )
        method = {
            "kind": "transformer_xl",
            "u": attention.r_w_bias,
            "v": attention.r_r_bias,
            "projection": attention.r.reshape(width, -1).T,
        }
        if clamp > 0:
            method["clamp_len"] = clamp
        cases.append(
            case(
                name,
                f"{TRANSFORMERS} XLNetRelativeAttention without segments",
                {"input": tensors(q, k, v), "method": method},
                {"scores": softmax[0][0][0]},
                SINGLE,
            )
        )
    return cases


# ---------------------------------------------------------------- CoPE


def count_positions(gates, most):
    return torch.clamp(gates.flip(-1).cumsum(-1).flip(-1), max=most)


def cope_attention(q, k, v, table, scaled):
    """context_position.py of facebookresearch/RAM (all) and the paper's listing (content). The gates are those of the
    scaled content.
    """
    scale, visible = q.shape[-1] ** -0.5, causal(q.shape[-2], k.shape[-2])
    content = dots(q, k, 1.0)
    gates = torch.where(visible, torch.sigmoid(content * scale), 0.0)
    position = count_positions(gates, table.shape[0] - 1)
    below, above = position.floor().long(), position.ceil().long()
    z = q @ table.T
    rest = position - below
    bias = z.gather(-1, above) * rest + z.gather(-1, below) * (1 - rest)
    scores = (content + bias) * scale if scaled == "all" else content * scale + bias
    scores, weights, output = attend(scores, v, visible)
    return {"scores": scores, "weights": weights, "output": output}


def cope():
    near(count_positions(torch.tensor([0.5, 0.25, 1.0, 0.8]).double(), 63), [2.55, 2.05, 1.8, 0.8], 1e-6)
    cases = []
    for name, rows, scaled in (
        ("CoPE, everything scaled", 8, "all"),
        ("CoPE, only the content scaled", 8, "content"),
        ("CoPE, clamped to 3 positions", 3, "all"),
    ):
        draw = Draw(name)
        q, k, v = draw.qkv(2, 6, 4)
        table = draw.grid(rows, 4)
        problem = {
            "input": tensors(q, k, v),
            "method": {"kind": "cope", "table": table, "scaled": scaled},
            "mask": {"kind": "causal"},
        }
        cases.append(
            case(
                name,
                f"{FORMULA}, Golovneva et al. 2024 ({'authors’ code' if scaled == 'all' else 'the paper’s listing'})",
                problem,
                cope_attention(q, k, v, table, scaled),
            )
        )
    return cases
