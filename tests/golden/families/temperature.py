"""Query temperature by position: Llama 4, Ministral 3, log-n."""

import math

import torch
from transformers import (
    Llama4TextConfig,
    Ministral3Config,
)
from transformers.models.llama4.modeling_llama4 import Llama4TextAttention
from transformers.models.ministral3 import modeling_ministral3 as ministral3

from .attention import LLAMA, hidden_states, run
from .common import (
    FORMULA,
    SINGLE,
    TRANSFORMERS,
    Draw,
    additive,
    attend,
    case,
    causal,
    dots,
    heads_of,
    near,
    tensors,
)


def temperature_checks():
    near(ministral3.get_llama_4_attn_scale(torch.tensor([[16383, 16384]]), 0.1, 16384).flatten(), [1, 1.0693147], 1e-7)
    near(llama4_factor(torch.tensor([8190, 8191])), [1, 1.0693147], 1e-7)
    near(log_n_factor(torch.tensor([8191, 8192, 16383]), 8192), [1, 1.0000135, 1.0769231], 1e-7)


def llama4_factor(p, floor_scale=8192, attn_scale=0.1):
    return torch.log1p(torch.floor((p + 1) / floor_scale)) * attn_scale + 1


def log_n_factor(p, length):
    """Qwen-1 logn_tensor: log base L0 of p + 1, never below 1."""
    return torch.clamp(torch.log((p + 1).double()) / math.log(length), min=1)


def temperature():
    temperature_checks()
    cases, tokens, heads = [], 8, 4
    name = "layer: Llama 4 without rotary, temperature every 3 tokens"
    draw = Draw(name)
    config = Llama4TextConfig(
        **LLAMA,
        num_hidden_layers=1,
        no_rope_layers=[0],
        attn_temperature_tuning=True,
        floor_scale=3,
        attn_scale=0.5,
        use_qk_norm=False,
        num_local_experts=1,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
    )
    config._attn_implementation = "eager"
    attention = draw.fill(Llama4TextAttention(config, 0))
    hidden = hidden_states(draw, tokens, 16)
    (q, k, v), context, scores, weights = run(
        attention, ["q_proj", "k_proj", "v_proj"], "o_proj", lambda: attention(hidden, None, additive(causal(tokens)))
    )
    problem = {
        "input": tensors(heads_of(q, heads), heads_of(k, 2), heads_of(v, 2)),
        "mask": {"kind": "causal"},
        "query_scale": {"kind": "llama4", "floor_scale": 3, "attn_scale": 0.5, "offset": 1},
    }
    outputs = {
        "rotated_query": heads_of(q, heads) * llama4_factor(torch.arange(tokens), 3, 0.5)[:, None],
        "scores": scores,
        "output": heads_of(context, heads),
    }
    cases.append(case(name, f"{TRANSFORMERS} Llama4TextAttention, eager", problem, outputs, SINGLE))

    name = "layer: Ministral 3, rotary, temperature every 2 tokens"
    draw, tokens = Draw(name), 6
    config = Ministral3Config(
        **LLAMA,
        rope_parameters={
            "rope_type": "default",
            "rope_theta": 10000.0,
            "llama_4_scaling_beta": 0.25,
            "original_max_position_embeddings": 2,
        },
        sliding_window=None,
    )
    config._attn_implementation = "eager"
    attention = draw.fill(ministral3.Ministral3Attention(config, 0))
    hidden, ids = hidden_states(draw, tokens, 16), torch.arange(tokens)[None]
    embeddings = ministral3.Ministral3RotaryEmbedding(config)(hidden, ids)
    (q, k, v), context, scores, _ = run(
        attention,
        ["q_proj", "k_proj", "v_proj"],
        "o_proj",
        lambda: attention(hidden, embeddings, additive(causal(tokens)), ids),
    )
    problem = {
        "input": tensors(heads_of(q, heads), heads_of(k, 2), heads_of(v, 2)),
        "method": {"kind": "rotary"},
        "mask": {"kind": "causal"},
        "query_scale": {"kind": "llama4", "floor_scale": 2, "attn_scale": 0.25, "offset": 0},
    }
    cases.append(
        case(
            name,
            f"{TRANSFORMERS} Ministral3Attention, eager",
            problem,
            {"scores": scores, "output": heads_of(context, heads)},
            SINGLE,
        )
    )

    name = "log-n, trained on 4 tokens"
    draw = Draw(name)
    q, k, v = draw.qkv(2, 7, 4, kv_heads=1)
    scaled = q * log_n_factor(torch.arange(7), 4)[:, None]
    scores, weights, output = attend(dots(scaled, k), v, causal(7))
    problem = {
        "input": tensors(q, k, v),
        "mask": {"kind": "causal"},
        "query_scale": {"kind": "log_n", "original_max_position_embeddings": 4},
    }
    cases.append(
        case(
            name,
            f"{FORMULA}, Qwen-1 use_logn_attn",
            problem,
            {"rotated_query": scaled, "scores": scores, "weights": weights, "output": output},
        )
    )
    return cases
