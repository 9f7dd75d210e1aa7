"""Added to the input: sinusoidal tables and learned ones."""

import torch
from transformers import BertConfig, GPT2Config, GPT2Model, RobertaConfig
from transformers.models.bert.modeling_bert import BertEmbeddings
from transformers.models.ctrl.modeling_ctrl import positional_encoding as ctrl_encoding
from transformers.models.m2m_100.modeling_m2m_100 import M2M100SinusoidalPositionalEmbedding
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding
from transformers.models.opt.modeling_opt import OPTLearnedPositionalEmbedding
from transformers.models.roberta.modeling_roberta import RobertaEmbeddings
from transformers.models.roformer.modeling_roformer import RoFormerSinusoidalPositionalEmbedding
from transformers.models.xglm.modeling_xglm import XGLMSinusoidalPositionalEmbedding

from .common import DOUBLE, FORMULA, SINGLE, TRANSFORMERS, Draw, angles, case, near, zeros

POSITIONS = [0, 1, 2, 5, 17, 100]


# ---------------------------------------------------------------- sinusoidal


def paper(positions, width):
    """Vaswani et al. 2017, section 3.5: even columns sin, odd columns cos."""
    p = torch.tensor(positions, dtype=torch.float64)[:, None]
    angle = p * 10000 ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


def tensor2tensor(positions, width):
    """get_timing_signal_1d: sin | cos, the exponent divided by max(width / 2 - 1, 1)."""
    half = width // 2
    increment = torch.log(torch.tensor(10000.0, dtype=torch.float64)) / max(half - 1, 1)
    angle = torch.tensor(positions, dtype=torch.float64)[:, None] * torch.exp(torch.arange(half) * -increment)
    return torch.cat([angle.sin(), angle.cos()], 1)


def checks():
    near(paper([1], 6)[0], [0.84147098, 0.54030231, 0.04639922, 0.99892298, 0.00215443, 0.99999768])
    near(tensor2tensor([1], 6)[0], [0.84147098, 0.00999983, 0.0001, 0.54030231, 0.99995000, 0.99999999])
    near(paper([1], 4)[0], [0.8414709848, 0.5403023059, 0.009999833334, 0.9999500004], 1e-10)
    near(tensor2tensor([1], 4)[0], [0.8414709848, 9.999999983e-05, 0.5403023059, 0.999999995], 1e-10)
    for p in range(4):
        near(paper([p], 4)[0] @ paper([p + 1], 4)[0], 1.540252306, 1e-9)


def sinusoidal():
    checks()

    def table(name, library, method, positions, encoding, precision, **extra):
        width = encoding.shape[-1]
        problem = {"input": zeros(len(positions), width), "method": {"kind": "sinusoidal", **method}}
        if positions != list(range(len(positions))):
            problem["query_positions"] = positions
        return case(name, library, problem, {"encoding": encoding}, precision, **extra)

    # Marian and RoFormer take the table in numpy's float64 and round it once.
    marian = MarianSinusoidalPositionalEmbedding(128, 8)
    marian.weight.data = marian.create_weight()
    roformer = RoFormerSinusoidalPositionalEmbedding(8, 6)
    roformer.weight.data = roformer.create_weight()
    # M2M-100 counts from padding_idx + 1 = 2; rows of tokens that are not pads.
    m2m = M2M100SinusoidalPositionalEmbedding(16, 8, padding_idx=1)
    xglm = XGLMSinusoidalPositionalEmbedding(128, 10, padding_idx=1)
    return [
        table(
            "paper formula, width 6",
            f"{FORMULA}, Vaswani et al. 2017",
            {"table": "paper"},
            [0, 1, 2, 3],
            paper(range(4), 6),
            DOUBLE,
        ),
        table(
            "paper formula, width 8, far and negative positions",
            f"{FORMULA}, Vaswani et al. 2017",
            {"table": "paper"},
            [-3, 0, 511, 100000],
            paper([-3, 0, 511, 100000], 8),
            1e-10,
            note="double precision loses 5e-12 in the angle at position 100000",
        ),
        table(
            "paper formula is the default table",
            f"{FORMULA}, Vaswani et al. 2017",
            {},
            [0, 1, 7],
            paper([0, 1, 7], 4),
            DOUBLE,
        ),
        table(
            "concatenated, Marian",
            f"{TRANSFORMERS} MarianSinusoidalPositionalEmbedding",
            {"table": "concatenated"},
            POSITIONS,
            marian(None, position_ids=torch.tensor(POSITIONS)),
            SINGLE,
        ),
        table(
            "concatenated, RoFormer",
            f"{TRANSFORMERS} RoFormerSinusoidalPositionalEmbedding",
            {"table": "concatenated"},
            list(range(8)),
            roformer(torch.Size([1, 8])),
            SINGLE,
        ),
        table(
            "concatenated, CTRL",
            f"{TRANSFORMERS} ctrl.positional_encoding",
            {"table": "concatenated"},
            list(range(5)),
            ctrl_encoding(5, 6, torch.float32),
            SINGLE,
        ),
        table(
            "tensor2tensor formula, width 6",
            f"{FORMULA}, tensor2tensor get_timing_signal_1d",
            {"table": "tensor2tensor"},
            POSITIONS,
            tensor2tensor(POSITIONS, 6),
            DOUBLE,
        ),
        table(
            "tensor2tensor formula, width 2 has one frequency, 1",
            f"{FORMULA}, tensor2tensor get_timing_signal_1d",
            {"table": "tensor2tensor"},
            [0, 1, 2],
            tensor2tensor([0, 1, 2], 2),
            DOUBLE,
        ),
        table(
            "fairseq, M2M-100, offset 2",
            f"{TRANSFORMERS} M2M100SinusoidalPositionalEmbedding",
            {"table": "fairseq", "offset": 2},
            list(range(6)),
            m2m(torch.full((1, 6), 7))[0],
            SINGLE,
        ),
        table(
            "fairseq, XGLM, offset 2",
            f"{TRANSFORMERS} XGLMSinusoidalPositionalEmbedding",
            {"table": "fairseq", "offset": 2},
            POSITIONS,
            xglm(torch.tensor([POSITIONS]))[0],
            angles(100),
        ),
    ]


# ---------------------------------------------------------------- learned


def learned():
    return [*bert(), gpt2(), *opt(), roberta(), hierarchical(), interpolated()]


def layer(embeddings, heads=1):
    return {"kind": "embeddings", "embeddings": embeddings, "heads": heads, "projections": "identity"}


def bert():
    """BertEmbeddings without its LayerNorm: that is not a position method."""
    cases = []
    for past in (0, 3):
        name = f"BERT, word + segment + position{f', after {past} tokens' if past else ''}"
        draw = Draw(name)
        embeddings = draw.fill(
            BertEmbeddings(BertConfig(vocab_size=4, hidden_size=8, max_position_embeddings=9, num_attention_heads=2))
        )
        embeddings.LayerNorm = torch.nn.Identity()
        words, segments = draw.grid(5, 8), [0, 0, 1, 1, 1]

        def run(x):
            return embeddings(
                inputs_embeds=x[None], token_type_ids=torch.tensor([segments]), past_key_values_length=past
            )[0]

        problem = {
            "input": layer(words, heads=2),
            "method": {
                "kind": "learned",
                "table": embeddings.position_embeddings.weight,
                "segments": segments,
                "segment_table": embeddings.token_type_embeddings.weight,
            },
        }
        if past:
            problem["query_positions"] = list(range(past, past + 5))
        cases.append(
            case(
                name,
                f"{TRANSFORMERS} BertEmbeddings (LayerNorm left out)",
                problem,
                {"encoding": run(torch.zeros(5, 8).double()), "input": run(words)},
            )
        )
    return cases


def gpt2():
    name = "GPT-2, token + position"
    draw = Draw(name)
    model = draw.fill(GPT2Model(GPT2Config(vocab_size=4, n_positions=6, n_embd=4, n_layer=0, n_head=2)))
    model.ln_f = torch.nn.Identity()
    words = draw.grid(6, 4)
    outputs = {"input": model(inputs_embeds=words[None]).last_hidden_state[0]}
    return case(
        name,
        f"{TRANSFORMERS} GPT2Model (no layers, final LayerNorm left out)",
        {"input": layer(words), "method": {"kind": "learned", "table": model.wpe.weight}},
        outputs,
    )


def opt():
    cases = []
    for name, mask in (
        ("OPT, rows from 2", [1, 1, 1, 1, 1]),
        ("OPT, rows from 2, left padding reads row 1", [0, 0, 1, 1, 1]),
    ):
        draw = Draw(name)
        embedding = draw.fill(OPTLearnedPositionalEmbedding(6, 4))
        problem = {"input": zeros(5, 4), "method": {"kind": "learned", "table": embedding.weight, "offset": 2}}
        if 0 in mask:
            problem["query_positions"] = [-1, -1, 0, 1, 2]
        cases.append(
            case(
                name,
                f"{TRANSFORMERS} OPTLearnedPositionalEmbedding",
                problem,
                {"encoding": embedding(torch.tensor([mask]))[0]},
            )
        )
    return cases


def roberta():
    name = "RoBERTa, rows from padding_idx + 1"
    draw = Draw(name)
    embeddings = draw.fill(
        RobertaEmbeddings(
            RobertaConfig(
                vocab_size=4,
                hidden_size=4,
                max_position_embeddings=8,
                type_vocab_size=1,
                num_attention_heads=1,
                pad_token_id=1,
            )
        )
    )
    embeddings.LayerNorm = torch.nn.Identity()
    words = draw.grid(6, 4)
    problem = {
        "input": layer(words),
        "method": {
            "kind": "learned",
            "table": embeddings.position_embeddings.weight,
            "offset": 2,
            "segments": [0] * 6,
            "segment_table": embeddings.token_type_embeddings.weight,
        },
    }
    return case(
        name,
        f"{TRANSFORMERS} RobertaEmbeddings (LayerNorm left out)",
        problem,
        {"input": embeddings(inputs_embeds=words[None])[0]},
    )


def hierarchical():
    """Su 2020, bert4keras PositionEmbedding: p = x N + y reads alpha u_x + (1 - alpha) u_y,
    u_k = (E_k - alpha E_0) / (1 - alpha).
    """
    name = "hierarchical extension, alpha 0.4, 4 rows for 11 tokens"
    table, alpha = Draw(name).grid(4, 4), 0.4
    base = (table - alpha * table[:1]) / (1 - alpha)
    p = torch.arange(11)
    encoding = alpha * base[p // 4] + (1 - alpha) * base[p % 4]
    near(encoding[:4], table, 1e-15 * 10)
    problem = {
        "input": zeros(11, 4),
        "method": {"kind": "learned", "table": table, "extension": "hierarchical", "alpha": alpha},
    }
    return case(name, f"{FORMULA}, Su 2020 (bert4keras)", problem, {"encoding": encoding})


def interpolated():
    name = "interpolated extension, 4 rows for 9 tokens"
    table = Draw(name).grid(4, 4)
    encoding = torch.nn.functional.interpolate(table.T[None], size=9, mode="linear", align_corners=True)[0].T
    problem = {"input": zeros(9, 4), "method": {"kind": "learned", "table": table, "extension": "interpolate"}}
    return case(
        name,
        f"torch {torch.__version__.split('+')[0]} nn.functional.interpolate(mode='linear', align_corners=True)",
        problem,
        {"encoding": encoding},
    )
