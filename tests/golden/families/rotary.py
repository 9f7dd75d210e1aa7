"""Rotary encodings: layouts, partial and proportional widths, several position streams, XPos."""

import torch
from transformers import (
    CohereConfig,
    Gemma3TextConfig,
    Gemma4TextConfig,
    GlmConfig,
    GPTNeoXConfig,
    LlamaConfig,
    Phi3Config,
    PixtralVisionConfig,
    Qwen2VLTextConfig,
)
from transformers.models.cohere import modeling_cohere as cohere
from transformers.models.gemma3 import modeling_gemma3 as gemma3
from transformers.models.gemma4 import modeling_gemma4 as gemma4
from transformers.models.glm import modeling_glm as glm
from transformers.models.gpt_neox import modeling_gpt_neox as gpt_neox
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.llama import modeling_llama as llama
from transformers.models.phi3 import modeling_phi3 as phi3
from transformers.models.pixtral import modeling_pixtral as pixtral
from transformers.models.qwen2_vl import modeling_qwen2_vl as qwen2_vl
from transformers.models.qwen3_vl import modeling_qwen3_vl as qwen3_vl
from transformers.models.qwen3_vl.configuration_qwen3_vl import Qwen3VLTextConfig
from transformers.models.roformer import modeling_roformer as roformer

from .common import DOUBLE, FORMULA, TRANSFORMERS, Draw, angles, case, dots, near, tensors

SIZE = {"hidden_size": 16, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 8}


def turned(name, library, method, rotate, positions, head_dim=8, heads=2, kv_heads=1, precision=None, **problem_fields):
    """rotate(q, k) takes and gives [1, heads, tokens, head_dim]."""
    q, k, _ = Draw(name).qkv(heads, len(positions), head_dim, kv_heads=kv_heads)
    rotated_query, rotated_key = (x[0].double() for x in rotate(q[None], k[None]))
    problem = {"input": tensors(q, k), "method": {"kind": "rotary", **method}, **problem_fields}
    if positions != list(range(len(positions))):
        problem |= {"query_positions": positions, "key_positions": positions}
    outputs = {"rotated_query": rotated_query, "rotated_key": rotated_key, "scores": dots(rotated_query, rotated_key)}
    return case(name, library, problem, outputs, precision or angles(max(map(abs, positions))))


def of_class(module, embedding, config, positions, **call):
    """cos and sin by the library's embedding, applied by its apply_rotary_pos_emb."""
    cos, sin = embedding(config)(torch.zeros(1, dtype=torch.float64), torch.tensor([positions]), **call)
    return lambda q, k: module.apply_rotary_pos_emb(q, k, cos, sin)


def checks():
    x = torch.tensor([1.0, 2, 3, 4]).double().view(1, 1, 1, 4)
    four = {"hidden_size": 4, "num_attention_heads": 1, "num_key_value_heads": 1, "head_dim": 4}
    half, _ = of_class(llama, llama.LlamaRotaryEmbedding, LlamaConfig(**four), [3])(x, x)
    near(half.flatten(), [-1.413352521, 1.879118067, -2.828857482, 4.058191135], 2e-7)
    pairs, _ = of_class(glm, glm.GlmRotaryEmbedding, GlmConfig(**four, partial_rotary_factor=1.0), [3])(x, x)
    near(pairs.flatten(), [-1.272232513, -1.838864985, 2.878668100, 4.088186636], 2e-7)
    # Both layouts turn by the same angles: permuting the channels makes them equal.
    order = [0, 2, 1, 3]
    permuted, _ = of_class(llama, llama.LlamaRotaryEmbedding, LlamaConfig(**four), [3])(x[..., order], x)
    near(permuted[..., [0, 2, 1, 3]].flatten(), pairs.flatten(), 1e-12)
    # Partial: a quarter of 16 channels (cases.md 15).
    ones = torch.ones(1, 1, 1, 16).double()
    partial, _ = of_class(
        phi3,
        phi3.Phi3RotaryEmbedding,
        Phi3Config(
            hidden_size=16,
            num_attention_heads=1,
            num_key_value_heads=1,
            rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.25},
            pad_token_id=0,
        ),
        [1],
    )(ones, ones)
    near(partial.flatten()[:4], [-0.3011686789, 0.9899501671, 1.381773291, 1.009949834], 2e-7)
    assert partial.flatten()[4:].tolist() == [1.0] * 12
    # Proportional, Gemma 4's global layers: head 512, a quarter of the pairs.
    inv_freq = gemma4.Gemma4TextRotaryEmbedding(gemma4_config(512, 0.25)).full_attention_inv_freq
    near(inv_freq[[1, 63]], [0.94746353, 0.03337625], 2e-8)
    assert inv_freq[64:].tolist() == [0.0] * 192
    # XPos.
    near(zeta(4), [0.28571429, 0.64285714])
    near(zeta(4) ** (100 / 512), [0.78295483, 0.91732316])
    # M-RoPE: cases.md 28, angles of (3, 4, 5) in sections of 2, 3, 3 pairs.
    inv = 10000 ** (-torch.arange(8) / 8).double()
    near(
        inv * torch.tensor([3, 3, 4, 4, 4, 5, 5, 5]),
        [3, 0.9486832981, 0.4, 0.1264911064, 0.04, 0.01581138830, 0.005, 0.001581138830],
        1e-9,
    )


def plain():
    text = list(range(6))
    far = [0, 3, 7, 40, 100]
    partial = {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.75}
    cases = [
        turned(
            "rotary, Llama",
            f"{TRANSFORMERS} LlamaRotaryEmbedding",
            {},
            of_class(llama, llama.LlamaRotaryEmbedding, LlamaConfig(**SIZE), text),
            text,
        ),
        turned(
            "rotary, Llama, base 500000, positions with gaps",
            f"{TRANSFORMERS} LlamaRotaryEmbedding",
            {"rope_theta": 500000},
            of_class(
                llama,
                llama.LlamaRotaryEmbedding,
                LlamaConfig(**SIZE, rope_parameters={"rope_type": "default", "rope_theta": 500000.0}),
                far,
            ),
            far,
        ),
        turned(
            "rotary, GPT-NeoX, a quarter of the head",
            f"{TRANSFORMERS} GPTNeoXRotaryEmbedding",
            {"rotary_dim": 4},
            of_class(
                gpt_neox,
                gpt_neox.GPTNeoXRotaryEmbedding,
                GPTNeoXConfig(hidden_size=32, num_attention_heads=2, rotary_pct=0.25),
                text,
            ),
            text,
            head_dim=16,
            kv_heads=2,
        ),
        turned(
            "rotary, Phi-3, three quarters of the head by factor",
            f"{TRANSFORMERS} Phi3RotaryEmbedding",
            {"partial_rotary_factor": 0.75},
            of_class(phi3, phi3.Phi3RotaryEmbedding, Phi3Config(**SIZE, rope_parameters=partial, pad_token_id=0), text),
            text,
        ),
        turned(
            "rotary, GLM, interleaved half of the head",
            f"{TRANSFORMERS} GlmRotaryEmbedding",
            {"pairing": "interleaved", "partial_rotary_factor": 0.5},
            of_class(glm, glm.GlmRotaryEmbedding, GlmConfig(**SIZE), text),
            text,
        ),
        turned(
            "rotary, Cohere, interleaved",
            f"{TRANSFORMERS} CohereRotaryEmbedding",
            {"pairing": "interleaved"},
            of_class(
                cohere,
                cohere.CohereRotaryEmbedding,
                CohereConfig(
                    hidden_size=16,
                    num_attention_heads=2,
                    num_key_value_heads=1,
                    rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
                ),
                text,
            ),
            text,
        ),
        turned(
            "rotary, Gemma 3, local layers",
            f"{TRANSFORMERS} Gemma3RotaryEmbedding, sliding_attention",
            {"rope_theta": 10000},
            gemma3_rotation("sliding_attention", far),
            far,
        ),
        turned(
            "rotary, Gemma 3, global layers",
            f"{TRANSFORMERS} Gemma3RotaryEmbedding, full_attention",
            {"rope_theta": 1000000},
            gemma3_rotation("full_attention", far),
            far,
        ),
        turned(
            "rotary, Gemma 4, proportional",
            f"{TRANSFORMERS} Gemma4TextRotaryEmbedding, full_attention",
            {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1000000},
            gemma4_rotation(16, 0.25, text),
            text,
            head_dim=16,
        ),
        turned(
            "rotary, Gemma 4, proportional, a share that is no whole number of pairs",
            f"{TRANSFORMERS} Gemma4TextRotaryEmbedding, full_attention",
            {"rope_type": "proportional", "partial_rotary_factor": 0.7, "rope_theta": 1000000},
            gemma4_rotation(8, 0.7, text),
            text,
        ),
        turned(
            "rotary, GPT-J, interleaved half of the head",
            f"{TRANSFORMERS} gptj.apply_rotary_pos_emb",
            {"pairing": "interleaved", "rotary_dim": 4},
            gptj_rotation(text),
            text,
            kv_heads=2,
        ),
        turned(
            "rotary, RoFormer, interleaved",
            f"{TRANSFORMERS} RoFormerSelfAttention.apply_rotary_position_embeddings",
            {"pairing": "interleaved"},
            roformer_rotation(text),
            text,
            kv_heads=2,
        ),
    ]
    q = Draw("given frequencies").grid(3, low=1, high=8, step=1 / 16)
    llama_inv = LlamaConfig(hidden_size=6, num_attention_heads=1, num_key_value_heads=1, head_dim=6)
    embedding = llama.LlamaRotaryEmbedding(llama_inv)
    embedding.inv_freq = q.float()

    def given(query, key):
        return llama.apply_rotary_pos_emb(query, key, *embedding(torch.zeros(1).double(), torch.tensor([[2, 3, 4, 5]])))

    cases.append(
        turned(
            "rotary, Llama, given frequencies, offset 2",
            f"{TRANSFORMERS} LlamaRotaryEmbedding with inv_freq replaced",
            {"inv_freq": q, "offset": 2},
            given,
            [0, 1, 2, 3],
            head_dim=6,
        )
    )
    return cases


def gemma3_rotation(layer_type, positions):
    config = Gemma3TextConfig(**SIZE, num_hidden_layers=2, layer_types=["sliding_attention", "full_attention"])
    return of_class(gemma3, gemma3.Gemma3RotaryEmbedding, config, positions, layer_type=layer_type)


def gemma4_config(head_dim, factor):
    return Gemma4TextConfig(
        hidden_size=2 * head_dim,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=head_dim,
        global_head_dim=head_dim,
        num_hidden_layers=2,
        layer_types=["sliding_attention", "full_attention"],
        rope_parameters={
            "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
            "full_attention": {"rope_type": "proportional", "rope_theta": 1000000.0, "partial_rotary_factor": factor},
        },
    )


def gemma4_rotation(head_dim, factor, positions):
    cos, sin = gemma4.Gemma4TextRotaryEmbedding(gemma4_config(head_dim, factor))(
        torch.zeros(1).double(), torch.tensor([positions]), "full_attention"
    )
    return lambda q, k: (gemma4.apply_rotary_pos_emb(q, cos, sin), gemma4.apply_rotary_pos_emb(k, cos, sin))


def gptj_rotation(positions):
    """As in GPTJAttention.forward: the table of rotary_dim, the other channels pass."""
    table = gptj.create_sinusoidal_positions(16, 4)[positions][None].double()
    sin, cos = table.chunk(2, -1)

    def rotate(x):
        x = x.transpose(1, 2)
        return torch.cat([gptj.apply_rotary_pos_emb(x[..., :4], sin, cos), x[..., 4:]], -1).transpose(1, 2)

    return lambda q, k: (rotate(q), rotate(k))


def roformer_rotation(positions):
    embedding = roformer.RoFormerSinusoidalPositionalEmbedding(16, 8)
    embedding.weight.data = embedding.create_weight()
    table = embedding(None, position_ids=torch.tensor(positions))[None, None].double()
    return lambda q, k: roformer.RoFormerSelfAttention.apply_rotary_position_embeddings(table, q, k)


# ---------------------------------------------------------------- several streams

# Two words, an image of 2 x 3, one word (Qwen2-VL's numbering).
STREAMS = [[0, 1, 2, 2, 2, 2, 2, 2, 5], [0, 1, 2, 2, 2, 3, 3, 3, 5], [0, 1, 2, 3, 4, 2, 3, 4, 5]]


def streams():
    cases = []
    tokens = len(STREAMS[0])
    ids = torch.tensor(STREAMS)[:, None, :]

    def many(name, library, method, rotate, positions_of=STREAMS, head_dim=16):
        fields = {
            "mrope_section": method.pop("mrope_section"),
            "mrope_layout": method.pop("mrope_layout"),
            "streams": positions_of,
            **method,
        }
        return turned(name, library, fields, rotate, list(range(tokens)), head_dim=head_dim, heads=1)

    size = {"hidden_size": 32, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16}
    theta = {"rope_type": "default", "rope_theta": 1000000.0}
    for section in ([2, 3, 3], [4, 2, 2]):
        config = Qwen2VLTextConfig(
            hidden_size=32,
            num_attention_heads=2,
            num_key_value_heads=1,
            rope_parameters={**theta, "mrope_section": section},
        )
        cos, sin = qwen2_vl.Qwen2VLRotaryEmbedding(config)(torch.zeros(1).double(), ids)
        cases.append(
            many(
                f"M-RoPE, Qwen2-VL, chunks of {section}",
                f"{TRANSFORMERS} qwen2_vl.apply_multimodal_rotary_pos_emb",
                {"rope_theta": 1000000, "mrope_section": section, "mrope_layout": "chunked"},
                lambda q, k, c=cos, s=sin, m=section: qwen2_vl.apply_multimodal_rotary_pos_emb(q, k, c, s, m),
            )
        )
    for section in ([4, 2, 2], [2, 3, 3]):
        config = Qwen3VLTextConfig(
            **size, rope_parameters={"rope_type": "default", "rope_theta": 500000.0, "mrope_section": section}
        )
        cos, sin = qwen3_vl.Qwen3VLTextRotaryEmbedding(config)(torch.zeros(1).double(), ids)
        note = (
            "sections that do not fit the pattern: the library's slices stop at the last pair"
            if section == [2, 3, 3]
            else None
        )
        cases.append(
            many(
                f"M-RoPE, Qwen3-VL, interleaved {section}",
                f"{TRANSFORMERS} Qwen3VLTextRotaryEmbedding.apply_interleaved_mrope",
                {"rope_theta": 500000, "mrope_section": section, "mrope_layout": "interleaved"},
                lambda q, k, c=cos, s=sin: qwen3_vl.apply_rotary_pos_emb(q, k, c, s),
            )
        )
        if note:
            cases[-1]["note"] = note

    # Two-dimensional vision: rows and columns of a 3 x 3 image.
    rows, columns = [0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2] * 3
    grid = torch.tensor([rows, columns]).T
    freqs = qwen2_vl.VisionRotaryEmbedding(4)(grid)
    emb = torch.cat([freqs, freqs], -1)

    def vision(q, k):
        turned_q, turned_k = qwen2_vl.apply_rotary_pos_emb_vision(
            q[0].transpose(0, 1), k[0].transpose(0, 1), emb.cos(), emb.sin()
        )
        return turned_q.transpose(0, 1)[None], turned_k.transpose(0, 1)[None]

    cases.append(
        many(
            "axial, Qwen2-VL's vision tower",
            f"{TRANSFORMERS} qwen2_vl VisionRotaryEmbedding",
            {"mrope_section": [2, 2], "mrope_layout": "axial"},
            vision,
            [rows, columns],
            8,
        )
    )
    # Pixtral: one ladder over the head, even steps for rows, odd ones for columns.
    config = PixtralVisionConfig(hidden_size=16, num_attention_heads=2, image_size=48, patch_size=16)
    cos, sin = pixtral.PixtralRotaryEmbedding(config)(
        torch.zeros(1).double(), torch.tensor([3 * r + c for r, c in zip(rows, columns)])
    )
    ladder = 10000.0 ** (-torch.arange(0, 8, 2).double() / 8)
    cases.append(
        many(
            "two streams, Pixtral's vision tower",
            f"{TRANSFORMERS} PixtralRotaryEmbedding",
            {"inv_freq": torch.cat([ladder[::2], ladder[1::2]]), "mrope_section": [2, 2], "mrope_layout": "chunked"},
            lambda q, k: pixtral.apply_rotary_pos_emb(q, k, cos, sin, unsqueeze_dim=0),
            [rows, columns],
            8,
        )
    )
    return cases


# ---------------------------------------------------------------- XPos


def zeta(width):
    return (torch.arange(0, width, 2).double() + 0.4 * width) / (1.4 * width)


def xpos_rotation(positions, width, center, scale_base):
    """torchscale xpos_relative_position.py: interleaved, sin and cos carry the decay; keys have its inverse."""
    p = torch.tensor(positions).double()[:, None]
    turn = p * 10000 ** (-torch.arange(0, width, 2).double() / width)
    decay = zeta(width) ** ((p - center) / scale_base)

    def rotate(x, scale):
        sin, cos = ((f * scale).repeat_interleave(2, -1) for f in (turn.sin(), turn.cos()))
        rotated = torch.stack([-x[..., 1::2], x[..., ::2]], -1).flatten(-2)
        return x * cos + rotated * sin

    return lambda q, k: (rotate(q, decay), rotate(k, 1 / decay))


def xpos():
    cases = []
    for name, positions, center, scale_base in (
        ("XPos, centre 0", list(range(5)), 0, 512),
        ("XPos, centred", [0, 100, 200, 300, 400], 200, 512),
        ("XPos, steep", list(range(5)), 2, 16),
    ):
        method = {"pairing": "interleaved", "xpos": {"scale_base": scale_base, "center": center}}
        cases.append(
            turned(
                name,
                f"{FORMULA}, Sun et al. 2023 (torchscale)",
                method,
                xpos_rotation(positions, 8, center, scale_base),
                positions,
                precision=DOUBLE,
            )
        )
    return cases


def rotary():
    checks()
    return [*plain(), *streams(), *xpos()]
