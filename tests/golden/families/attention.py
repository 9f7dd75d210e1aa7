"""Whole attention layers before their output projection: with padding, packed documents, windows and softcap."""

import torch
from transformers import (
    BloomConfig,
    DataCollatorWithFlattening,
    FalconConfig,
    Gemma2Config,
    GPT2Config,
    GPT2LMHeadModel,
    GPTJConfig,
    LlamaConfig,
    MptConfig,
    masking_utils,
)
from transformers.models.bloom.modeling_bloom import BloomAttention, build_alibi_tensor
from transformers.models.falcon import modeling_falcon as falcon
from transformers.models.gemma2 import modeling_gemma2 as gemma2
from transformers.models.gptj.modeling_gptj import GPTJAttention
from transformers.models.llama import modeling_llama as llama
from transformers.models.mpt.modeling_mpt import MptAttention, build_mpt_alibi_tensor

from .biases import t5_attention
from .common import (
    SINGLE,
    TRANSFORMERS,
    Draw,
    additive,
    captured_softmax,
    case,
    causal,
    heads_of,
    outputs_of,
    tensors,
)

LLAMA = {"hidden_size": 16, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 4, "attention_dropout": 0.0}


def hidden_states(draw, tokens, width):
    return draw.grid(1, tokens, width, low=-4, high=4, step=1 / 4)


def run(attention, projections, output, call):
    """(q, k, v as projected, context before the output projection, scores, weights)."""
    with captured_softmax() as softmax:
        parts, _ = outputs_of(attention, {output}, call)
    assert len(softmax) == 1
    scores, weights = softmax[0]
    return [parts[name] for name in projections], parts[output], scores[0], weights[0]


def results(scores, weights, context, heads):
    return {"scores": scores, "weights": weights, "output": heads_of(context, heads)}


def layers():
    return [
        *t5_layers(),
        *bloom_layers(),
        mpt_layer(),
        falcon_layer(),
        *llama_layers(),
        gptj_layer(),
        *gemma2_layers(),
    ]


def t5_layers():
    cases = []
    for bidirectional in (True, False):
        name = f"layer: T5 {'encoder' if bidirectional else 'decoder'}"
        draw, heads, tokens = Draw(name), 2, 6
        attention = t5_attention(draw, heads, bidirectional, 8, 20)
        hidden = hidden_states(draw, tokens, 8)
        mask = None if bidirectional else additive(causal(tokens))
        (q, k, v), context, scores, weights = run(attention, "qkv", "o", lambda: attention(hidden, mask=mask))
        problem = {
            "input": tensors(*(heads_of(x, heads) for x in (q, k, v))),
            "method": {
                "kind": "t5_bias",
                "bidirectional": bidirectional,
                "relative_attention_num_buckets": 8,
                "relative_attention_max_distance": 20,
                "table": attention.relative_attention_bias.weight,
            },
            "mask": {"kind": "none" if bidirectional else "causal"},
        }
        cases.append(case(name, f"{TRANSFORMERS} T5Attention", problem, results(scores, weights, context, heads)))
    return cases


def bloom_layers():
    """Its scores are shifted per row (slope * key_position): weights and output are what can be compared."""
    cases = []
    for name, mask in (("layer: BLOOM", "11111"), ("layer: BLOOM, left padding", "00111")):
        draw, heads, tokens = Draw(name), 3, 5
        config = BloomConfig(hidden_size=12, n_head=heads, hidden_dropout=0.0, attention_dropout=0.0)
        attention = draw.fill(BloomAttention(config, layer_idx=0))
        hidden = hidden_states(draw, tokens, 12)
        keys, pads = torch.tensor([[int(digit) for digit in mask]]), mask.count("0")
        alibi = build_alibi_tensor(keys, heads, torch.float64)
        blocked = additive(causal(tokens) & (keys[0] == 1)[None, :])
        (fused,), context, _, weights = run(
            attention, ["query_key_value"], "dense", lambda: attention(hidden, torch.zeros_like(hidden), alibi, blocked)
        )
        q, k, v = (x[0] for x in attention._reshape(fused))
        problem = {"input": tensors(q[:, pads:], k, v), "method": {"kind": "alibi"}, **padded(mask)}
        outputs = {"weights": weights[:, pads:], "output": heads_of(context, heads)[:, pads:]}
        cases.append(case(name, f"{TRANSFORMERS} BloomAttention", problem, outputs, SINGLE, LEFT_OUT if pads else None))
    return cases


LEFT_OUT = "the padded queries are left out: nobody reads them"


def padded(mask):
    if "0" not in mask:
        return {"mask": {"kind": "causal"}}
    both = {"kind": "all", "masks": [{"kind": "causal"}, {"kind": "padding", "keys": mask}]}
    return {"mask": both, "position_rule": "real_tokens"}


def mpt_layer():
    name = "layer: MPT, alibi_bias_max 16"
    draw, heads, tokens = Draw(name), 3, 5
    config = MptConfig(d_model=12, n_heads=heads, max_seq_len=8)
    attention = draw.fill(MptAttention(config, layer_idx=0))
    hidden = hidden_states(draw, tokens, 12)
    alibi = build_mpt_alibi_tensor(heads, 8, 16).double()
    (fused,), context, _, weights = run(
        attention, ["Wqkv"], "out_proj", lambda: attention(hidden, alibi, attention_mask=~causal(tokens))
    )
    problem = {
        "input": tensors(*(heads_of(x, heads) for x in fused.chunk(3, 2))),
        "method": {"kind": "alibi", "alibi_bias_max": 16},
        "mask": {"kind": "causal"},
    }
    return case(
        name, f"{TRANSFORMERS} MptAttention", problem, {"weights": weights, "output": heads_of(context, heads)}, SINGLE
    )


def falcon_layer():
    """4 heads: the slopes are powers of 2, which the library's bfloat16 holds exactly."""
    name = "layer: Falcon, bias before the scale"
    draw, heads, tokens = Draw(name), 4, 5
    config = FalconConfig(
        hidden_size=16,
        num_attention_heads=heads,
        alibi=True,
        multi_query=False,
        new_decoder_architecture=False,
        bias=True,
        hidden_dropout=0.0,
        attention_dropout=0.0,
    )
    config._attn_implementation = "eager"
    attention = draw.fill(falcon.FalconAttention(config, layer_idx=0))
    hidden = hidden_states(draw, tokens, 16)
    alibi = falcon.build_alibi_tensor(torch.ones(1, tokens).long(), heads, torch.float64)
    (fused,), context, scores, weights = run(
        attention, ["query_key_value"], "dense", lambda: attention(hidden, alibi, additive(causal(tokens)))
    )
    q, k, v = (x[0].transpose(0, 1) for x in attention._split_heads(fused))
    # slope * key_position / sqrt(head_dim), as BLOOM shifted per row.
    shift = alibi.view(heads, 1, tokens)[:, 0, :, None] * attention.inv_norm_factor
    problem = {
        "input": tensors(q, k, v),
        "method": {"kind": "alibi", "applied": "before_scale"},
        "mask": {"kind": "causal"},
    }
    scores = torch.where(causal(tokens), scores - shift, scores)
    return case(
        name,
        f"{TRANSFORMERS} FalconAttention (scores less their row's shift)",
        problem,
        results(scores, weights, context, heads),
    )


def llama_layers():
    cases = []
    documents = [0, 0, 1, 1, 1, 2]
    for name, kv_heads, mask in (
        ("layer: Llama, 4 heads on 2", 2, "111111"),
        ("layer: Llama, 4 heads on 1, left padding", 1, "001111"),
        ("layer: Llama, packed documents", 2, "documents"),
    ):
        draw, heads, tokens = Draw(name), 4, 6
        config = LlamaConfig(**{**LLAMA, "num_key_value_heads": kv_heads})
        config._attn_implementation = "eager"
        attention = draw.fill(llama.LlamaAttention(config, 0))
        hidden = hidden_states(draw, tokens, 16)
        if mask == "documents":
            ids = packed_positions(documents)
            ours = torch.tensor(documents)
            visible = causal(tokens) & (ours[:, None] == ours[None, :])
            both = {"kind": "all", "masks": [{"kind": "causal"}, {"kind": "documents", "documents": documents}]}
            fields, pads = {"mask": both, "position_rule": "documents"}, 0
        else:
            keys = torch.tensor([int(digit) for digit in mask])
            ids, visible = generation_positions(keys), causal(tokens) & (keys == 1)[None, :]
            fields, pads = padded(mask), mask.count("0")
        embeddings = llama.LlamaRotaryEmbedding(config)(hidden, torch.tensor([ids]))
        (q, k, v), context, scores, weights = run(
            attention,
            ["q_proj", "k_proj", "v_proj"],
            "o_proj",
            lambda: attention(hidden, embeddings, additive(visible)),
        )
        query = heads_of(q, heads)[:, pads:]
        problem = {
            "input": tensors(query, heads_of(k, kv_heads), heads_of(v, kv_heads)),
            "method": {"kind": "rotary"},
            **fields,
        }
        outputs = {key: value[:, pads:] for key, value in results(scores, weights, context, heads).items()}
        note = LEFT_OUT if pads else None
        cases.append(case(name, f"{TRANSFORMERS} LlamaAttention, eager", problem, outputs, SINGLE, note))
    return cases


def packed_positions(documents):
    """Position ids of DataCollatorWithFlattening, which lays documents end to end."""
    texts = [{"input_ids": [1] * documents.count(number)} for number in sorted(set(documents))]
    return DataCollatorWithFlattening(return_tensors="np")(texts)["position_ids"][0].tolist()


def generation_positions(mask):
    """Position ids as generate() derives them from an attention mask."""
    model = GPT2LMHeadModel(GPT2Config(vocab_size=4, n_positions=8, n_embd=2, n_layer=1, n_head=1))
    ids = model._prepare_position_ids_for_generation(torch.zeros(1, len(mask)).long(), {"attention_mask": mask[None]})
    assert ids[0][mask == 1].tolist() == list(range(int(mask.sum())))
    return ids[0].tolist()


def gptj_layer():
    name = "layer: GPT-J"
    draw, heads, tokens = Draw(name), 2, 5
    attention = draw.fill(
        GPTJAttention(
            GPTJConfig(n_embd=16, n_head=heads, rotary_dim=4, n_positions=8, attn_pdrop=0.0, resid_pdrop=0.0),
            layer_idx=0,
        )
    )
    hidden = hidden_states(draw, tokens, 16)
    # It takes the dot products in float32, so the mask must be.
    blocked = additive(causal(tokens), torch.float32)
    (q, k, v), context, scores, weights = run(
        attention,
        ["q_proj", "k_proj", "v_proj"],
        "out_proj",
        lambda: attention(hidden, attention_mask=blocked, position_ids=torch.arange(tokens)[None]),
    )
    problem = {
        "input": tensors(*(heads_of(x, heads) for x in (q, k, v))),
        "method": {"kind": "rotary", "pairing": "interleaved", "rotary_dim": 4},
        "mask": {"kind": "causal"},
    }
    return case(name, f"{TRANSFORMERS} GPTJAttention", problem, results(scores, weights, context, heads), SINGLE)


def gemma2_layers():
    """Softcap 5 on scores scaled by query_pre_attn_scalar^-0.5; layer 0 sees a window of 3, layer 1 all."""
    cases = []
    for index, title, mask in (
        (0, "window of 3", {"kind": "sliding_window", "window": 3}),
        (1, "all keys", {"kind": "causal"}),
    ):
        name = f"layer: Gemma 2, softcap 5, {title}"
        draw, heads, tokens = Draw(name), 4, 5
        config = Gemma2Config(
            **LLAMA, num_hidden_layers=2, query_pre_attn_scalar=16, attn_logit_softcapping=5.0, sliding_window=3
        )
        config._attn_implementation = "eager"
        attention = draw.fill(gemma2.Gemma2Attention(config, index))
        hidden = hidden_states(draw, tokens, 16)
        make = masking_utils.create_sliding_window_causal_mask if index == 0 else masking_utils.create_causal_mask
        blocked = make(
            config=config,
            inputs_embeds=hidden,
            attention_mask=torch.ones(1, tokens).long(),
            past_key_values=None,
            position_ids=torch.arange(tokens)[None],
        )
        embeddings = gemma2.Gemma2RotaryEmbedding(config)(hidden, torch.arange(tokens)[None])
        (q, k, v), context, scores, weights = run(
            attention, ["q_proj", "k_proj", "v_proj"], "o_proj", lambda: attention(hidden, embeddings, blocked)
        )
        problem = {
            "input": tensors(heads_of(q, heads), heads_of(k, 2), heads_of(v, 2)),
            "method": {"kind": "rotary"},
            "mask": mask,
            "scale": 0.25,
            "softcap": 5,
        }
        cases.append(
            case(
                name,
                f"{TRANSFORMERS} Gemma2Attention, eager",
                problem,
                results(scores, weights, context, heads),
                SINGLE,
            )
        )
    return cases
