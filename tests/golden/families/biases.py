"""Added to the score, by distance: T5, ALiBi, KERPLE, Sandwich, FIRE."""

import math

import torch
from transformers import T5Config
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.models.t5.modeling_t5 import T5Attention

from .common import DOUBLE, FORMULA, SINGLE, TRANSFORMERS, Draw, attend, case, causal, near, silent

# ---------------------------------------------------------------- T5


def t5_attention(draw, heads, bidirectional, buckets=32, max_distance=128):
    config = T5Config(
        d_model=8,
        d_kv=4,
        num_heads=heads,
        relative_attention_num_buckets=buckets,
        relative_attention_max_distance=max_distance,
        dropout_rate=0.0,
    )
    config.is_decoder = not bidirectional
    config._attn_implementation = "eager"
    return draw.fill(T5Attention(config, has_relative_attention_bias=True, layer_idx=0))


def t5_checks():
    rel = [-200, -128, -127, -64, -32, -20, -16, -15, -9, -8, -7, -1, 0, 1, 7, 8, 16, 200]
    two = [15, 15, 15, 14, 12, 10, 10, 9, 8, 8, 7, 1, 0, 17, 23, 24, 26, 31]
    one = [31, 31, 31, 26, 21, 17, 16, 15, 9, 8, 7, 1, 0, 0, 0, 0, 0, 0]
    bucket = T5Attention._relative_position_bucket
    assert bucket(torch.tensor(rel), bidirectional=True).tolist() == two
    assert bucket(torch.tensor(rel), bidirectional=False).tolist() == one
    # Where each bucket starts, methods.md 2.4.
    starts = {12: 9, 16: 10, 23: 11, 32: 12, 46: 13, 64: 14, 91: 15}
    for distance, number in starts.items():
        assert bucket(torch.tensor([-distance, 1 - distance])).tolist() == [number, number - 1]
        assert bucket(torch.tensor([distance])).tolist() == [number + 16]
    starts = [19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]
    for number, distance in enumerate(starts, 17):
        assert bucket(torch.tensor([-distance, 1 - distance]), bidirectional=False).tolist() == [number, number - 1]


def t5():
    t5_checks()
    cases = []
    distances = sorted(
        {
            s * d
            for d in (
                0,
                1,
                7,
                8,
                11,
                12,
                15,
                16,
                18,
                19,
                22,
                23,
                31,
                32,
                45,
                46,
                63,
                64,
                90,
                91,
                112,
                113,
                127,
                128,
                200,
                5000,
            )
            for s in (-1, 1)
        }
    )
    for bidirectional in (True, False):
        direction = "both directions" if bidirectional else "one direction"
        method = {"kind": "t5_bias", "bidirectional": bidirectional}

        name = f"T5 bias, {direction}, every bucket and beyond"
        attention = t5_attention(Draw(name), 2, bidirectional)
        bucket = T5Attention._relative_position_bucket(torch.tensor([distances]), bidirectional=bidirectional)
        bias = attention.relative_attention_bias(bucket).permute(2, 0, 1)
        problem = {
            "input": silent(2, 1, len(distances)),
            "method": {**method, "table": attention.relative_attention_bias.weight},
            "query_positions": [6000],
            "key_positions": [6000 + d for d in distances],
        }
        cases.append(case(name, f"{TRANSFORMERS} T5Attention._relative_position_bucket", problem, {"scores": bias}))

        name = f"T5 bias, {direction}, 8 buckets, distances to 20"
        attention = t5_attention(Draw(name), 2, bidirectional, 8, 20)
        problem = {
            "input": silent(2, 5, 24),
            "method": {
                **method,
                "relative_attention_num_buckets": 8,
                "relative_attention_max_distance": 20,
                "table": attention.relative_attention_bias.weight,
            },
        }
        problem["query_positions"] = [0, 1, 2, 3, 4]
        problem["key_positions"] = list(range(24))
        cases.append(
            case(
                name, f"{TRANSFORMERS} T5Attention.compute_bias", problem, {"scores": attention.compute_bias(5, 24)[0]}
            )
        )

    name = "T5 bias, decoding with 4 tokens in the cache"
    attention = t5_attention(Draw(name), 3, False)
    problem = {
        "input": silent(3, 1, 5),
        "method": {"kind": "t5_bias", "bidirectional": False, "table": attention.relative_attention_bias.weight},
    }
    cases.append(
        case(
            name,
            f"{TRANSFORMERS} T5Attention.compute_bias",
            problem,
            {"scores": attention.compute_bias(1, 5, past_seen_tokens=4)[0]},
        )
    )
    return cases


# ---------------------------------------------------------------- ALiBi


def from_diagonal(alibi, tokens):
    """BLOOM and MPT add slope * key_position: a constant per row away from slope * relative_position, so that the
    weights are alike.
    """
    rows = alibi.double().expand(-1, tokens, -1)
    return rows - rows.diagonal(dim1=1, dim2=2)[:, :, None]


def authors_slopes(heads):
    """get_slopes of attention_with_linear_biases."""
    power = 2 ** math.floor(math.log2(heads))
    slopes = [2 ** (-8 * h / power) for h in range(1, power + 1)]
    return slopes + [2 ** (-8 * j / (2 * power)) for j in range(1, 2 * (heads - power), 2)]


def alibi_checks():
    near(authors_slopes(12)[8:], [0.70710678, 0.35355339, 0.17677670, 0.08838835])
    near(authors_slopes(3), [0.0625, 0.00390625, 0.25], 0)
    near(authors_slopes(6), [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125], 0)
    near(authors_slopes(1), [1 / 256], 0)
    near([authors_slopes(112)[i] for i in (0, 63, 64, 111)], [0.91700404, 0.00390625, 0.95760328, 0.01631678])
    for heads in (1, 3, 6, 8, 12, 112):
        library = build_alibi_tensor(torch.ones(1, 2).long(), heads, torch.float32)[:, 0, 1]
        near(library, authors_slopes(heads), 2e-6)


def alibi():
    alibi_checks()
    cases = []
    tokens, visible = 4, causal(4)

    def biased(name, library, heads, method, bias, weights_of=None, precision=SINGLE, **extra):
        scores, weights, _ = attend(bias, torch.zeros(1, tokens, 1).double(), visible)
        if weights_of is not None:  # by the library's own, shifted, scores
            _, weights, _ = attend(
                weights_of.double().expand(-1, tokens, -1), torch.zeros(1, tokens, 1).double(), visible
            )
        problem = {
            "input": silent(heads, tokens, tokens),
            "method": {"kind": "alibi", **method},
            "mask": {"kind": "causal"},
        }
        return case(name, library, problem, {"scores": scores, "weights": weights}, precision, **extra)

    for heads in (1, 3, 6, 8, 12):
        library = build_alibi_tensor(torch.ones(1, tokens).long(), heads, torch.float32)
        cases.append(
            biased(
                f"ALiBi, BLOOM, {heads} heads",
                f"{TRANSFORMERS} bloom.build_alibi_tensor (scores less their diagonal)",
                heads,
                {},
                from_diagonal(library, tokens),
                library,
            )
        )
    for heads, bias_max in ((1, 16), (3, 16), (6, 8), (6, 16), (8, 16), (12, 16)):
        library = build_mpt_alibi_tensor(heads, tokens, bias_max)
        method = {"alibi_bias_max": bias_max} if bias_max != 8 else {}
        cases.append(
            biased(
                f"ALiBi, MPT, {heads} heads, alibi_bias_max {bias_max}",
                f"{TRANSFORMERS} mpt.build_mpt_alibi_tensor (scores less their diagonal)",
                heads,
                method,
                from_diagonal(library, tokens),
                library,
            )
        )

    relative = (torch.arange(tokens)[None, :] - torch.arange(tokens)[:, None]).double()
    slopes = torch.tensor([2 ** (-8 * h / 6) for h in range(1, 7)], dtype=torch.float64)
    near(slopes[0], 0.396850263, 1e-9)
    cases.append(
        biased(
            "ALiBi, the paper's geometric series for 6 heads",
            f"{FORMULA}, Press et al. 2022",
            6,
            {"slope_rule": "geometric"},
            slopes[:, None, None] * relative,
            precision=DOUBLE,
        )
    )

    slopes = torch.tensor(authors_slopes(3), dtype=torch.float64)
    problem = {"input": silent(3, 5, 5), "method": {"kind": "alibi", "direction": "symmetric"}}
    relative = (torch.arange(5)[None, :] - torch.arange(5)[:, None]).double()
    cases.append(
        case(
            "ALiBi, symmetric, 3 heads",
            f"{FORMULA}, x-transformers AlibiPositionalBias",
            problem,
            {"scores": -slopes[:, None, None] * relative.abs()},
        )
    )
    return cases


# ---------------------------------------------------------------- KERPLE, Sandwich, FIRE


def distances(tokens):
    return torch.clamp(torch.arange(tokens)[:, None] - torch.arange(tokens)[None, :], min=0).double()


def kerple_log(r, p, a):
    return -p * torch.log1p(a * r)


def kerple_power(r, p, a):
    return -a * r**p


def sandwich_bias(r, heads, dimension):
    i = torch.arange(1, dimension // 2 + 1, dtype=torch.float64)
    base = torch.cos(r[..., None] * 10000 ** (-2 * i / dimension)).sum(-1) - dimension // 2
    return torch.stack([base / (8 * h / heads) for h in range(1, heads + 1)])


def fire_input(query, key, c, threshold, epsilon=0.0):
    """psi(i - j) / psi(max(i, threshold)), psi(x) = ln(c x + 1). The paper has no epsilon; the re-implementation that
    methods.md quotes adds 1e-6.
    """
    return torch.log1p(c * (query - key)) / (torch.log1p(c * torch.clamp(query, min=threshold)) + epsilon)


def formula_checks():
    r = torch.tensor([1.0, 10.0, 100.0], dtype=torch.float64)
    near(kerple_log(r, 1.5, 0.3), [-0.39354640, -2.07944154, -5.15098081])
    near(sandwich_bias(r[:1], 8, 128)[[0, 7], 0], [-1.44661851, -0.18082731])
    query, key = torch.tensor([10.0, 100, 1000, 1000]).double(), torch.tensor([9.0, 0, 0, 999]).double()
    near(fire_input(query, key, 0.1, 512, 1e-6), [0.02409815, 0.60628183, 0.99999978, 0.02065172])


def formulas():
    formula_checks()
    cases = []

    def biased(name, library, heads, method, bias, **positions):
        tokens = bias.shape[-1]
        scores, weights, _ = attend(bias, torch.zeros(1, tokens, 1).double(), causal(bias.shape[-2], tokens))
        problem = {
            "input": silent(heads, bias.shape[-2], tokens),
            "method": method,
            "mask": {"kind": "causal"},
            **positions,
        }
        return case(name, library, problem, {"scores": scores, "weights": weights})

    p, a = [1.5, 0.25, 2.0], [0.3125, 1.0, 0.0625]
    columns = [torch.tensor(x, dtype=torch.float64)[:, None, None] for x in (p, a)]
    cases.append(
        biased(
            "KERPLE, log",
            f"{FORMULA}, Chi et al. 2022 (ParallelKerpleLog)",
            3,
            {"kind": "kerple", "form": "log", "p": p, "a": a},
            kerple_log(distances(6), *columns),
        )
    )
    cases.append(
        biased(
            "KERPLE, power",
            f"{FORMULA}, Chi et al. 2022 (ParallelKerplePower)",
            3,
            {"kind": "kerple", "form": "power", "p": p, "a": a},
            kerple_power(distances(6), *columns),
        )
    )
    for heads, dimension in ((8, 128), (3, 6)):
        cases.append(
            biased(
                f"Sandwich, {heads} heads, dimension {dimension}",
                f"{FORMULA}, Chi et al. 2023 (NeMo's sandwich bias)",
                heads,
                {"kind": "sandwich", "dimension": dimension},
                sandwich_bias(distances(5), heads, dimension),
            )
        )

    for name, threshold, start in (
        ("FIRE, below the threshold", 512, 0),
        ("FIRE, past the threshold", 4, 0),
        ("FIRE, far positions", 512, 1000),
    ):
        draw = Draw(name)
        hidden_weight, hidden_bias, output_weight, output_bias = (
            draw.grid(5),
            draw.grid(5),
            draw.grid(2, 5),
            draw.grid(2),
        )
        positions = torch.arange(start, start + 6).double()
        x = fire_input(positions[:, None], torch.minimum(positions[None, :], positions[:, None]), 0.1, threshold)
        bias = (torch.relu(x[..., None] * hidden_weight + hidden_bias) @ output_weight.T + output_bias).permute(2, 0, 1)
        method = {
            "kind": "fire",
            "c": 0.1,
            "threshold": threshold,
            "hidden_weight": hidden_weight,
            "hidden_bias": hidden_bias,
            "output_weight": output_weight,
            "output_bias": output_bias,
        }
        moved = (
            {}
            if start == 0
            else {"query_positions": list(range(start, start + 6)), "key_positions": list(range(start, start + 6))}
        )
        cases.append(biased(name, f"{FORMULA}, Li et al. 2024", 2, method, bias, **moved))
    return cases
