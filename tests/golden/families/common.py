"""What every family shares: inputs, captured library values, cases, and the files that hold them.

All inputs and weights are multiples of 1/8 or 1/4: exact in float32, so both engines start from the same numbers as the
library, and short as decimals.
"""

import contextlib
import json
import math
import zlib

import numpy as np
import torch
import transformers

TRANSFORMERS = f"transformers {transformers.__version__}"
FORMULA = f"formula in torch {torch.__version__.split('+')[0]}"
HIDDEN = -1e30  # scores below are masked: the libraries add or fill in the lowest float

# How well the library itself computes. Angles, slopes, frequencies and some softmaxes are float32 even after .double().
DOUBLE = 1e-12
SINGLE = 1e-6


def angles(largest_position):
    """Precision of turned channels: the first pair's angle is the position, exact; the others' are at most a fifth of
    it, off by three roundings (frequency, its power, the product).
    """
    return max(SINGLE, 3 * 2**-24 * largest_position / 5)


def single_and_double(precision):
    return "double" if precision <= 1e-9 else "single"


class Draw:
    """Seeded grid numbers, independent of torch's generators."""

    def __init__(self, name):
        self.random = np.random.default_rng(zlib.crc32(name.encode()))

    def grid(self, *shape, low=-16, high=16, step=1 / 8):
        return torch.tensor(self.random.integers(low, high + 1, shape) * step, dtype=torch.float64)

    def qkv(self, heads, queries, head_dim, keys=None, kv_heads=None, value_dim=None):
        keys, kv_heads, value_dim = keys or queries, kv_heads or heads, value_dim or head_dim
        return (
            self.grid(heads, queries, head_dim),
            self.grid(kv_heads, keys, head_dim),
            self.grid(kv_heads, keys, value_dim),
        )

    def fill(self, module):
        """Every parameter of a module from the grid, in float64."""
        module.double().eval()
        for _, parameter in sorted(module.named_parameters()):
            parameter.data = self.grid(*parameter.shape, low=-4, high=4, step=1 / 4)
            parameter.requires_grad_(False)
        return module


@contextlib.contextmanager
def captured_softmax():
    """Records (scores, weights) of every softmax the library takes; scores as they enter it."""
    records = []
    original = torch.nn.functional.softmax

    def record(scores, *args, **kwargs):
        weights = original(scores, *args, **kwargs)
        records.append((scores.detach().clone(), weights.detach().clone()))
        return weights

    torch.nn.functional.softmax = record
    try:
        yield records
    finally:
        torch.nn.functional.softmax = original


def outputs_of(module, inputs_of, call):
    """Runs call() and returns what each named submodule gave (or, in inputs_of, was given)."""
    found, handles = {}, []

    def keep(name):
        def hook(_, arguments, output):
            found[name] = (arguments[0] if name in inputs_of else output).detach().clone()

        return hook

    for name, part in module.named_modules():
        if name:
            handles.append(part.register_forward_hook(keep(name)))
    result = call()
    for handle in handles:
        handle.remove()
    return found, result


def causal(queries, keys=None):
    """True where visible, bottom-right."""
    keys = keys or queries
    return torch.arange(keys)[None, :] <= torch.arange(queries)[:, None] + keys - queries


def additive(visible, dtype=torch.float64):
    """[1, 1, queries, keys] for the libraries: 0 or the lowest number."""
    return torch.zeros(visible.shape, dtype=dtype).masked_fill(~visible, torch.finfo(dtype).min)[None, None]


def heads_of(x, heads):
    """[1, tokens, heads * head_dim] -> [heads, tokens, head_dim]"""
    return x[0].view(x.shape[1], heads, -1).transpose(0, 1)


def attend(scores, value, visible=None):
    """Plain softmax attention for formulas. Hidden scores become HIDDEN * 2."""
    if visible is not None:
        scores = torch.where(visible, scores, torch.full_like(scores, 2 * HIDDEN))
    weights = torch.softmax(scores, -1)
    groups = scores.shape[0] // value.shape[0]
    return scores, weights, weights @ value.repeat_interleave(groups, 0)


def dots(query, key, scale=None):
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    return query @ key.repeat_interleave(query.shape[0] // key.shape[0], 0).transpose(-1, -2) * scale


def tensors(query, key, value=None):
    return {"kind": "tensors", "query": query, "key": key, **({} if value is None else {"value": value})}


def silent(heads, queries, keys):
    """q = 0: scores are the bias alone."""
    return tensors(torch.zeros(heads, queries, 2), torch.zeros(1, keys, 2))


def zeros(tokens, width):
    return {"kind": "embeddings", "embeddings": torch.zeros(tokens, width), "projections": "identity"}


# ---------------------------------------------------------------- cases


def case(name, library, problem, outputs, precision=DOUBLE, note=None):
    """precision: how far the library's own arithmetic may be from the exact value, for numbers of size 1."""
    stored = np.float64 if single_and_double(precision) == "double" else np.float32
    numbers = {key: plain(value, stored) for key, value in outputs.items()}
    size = max([1.0, *(abs(x) for value in numbers.values() for x in flat(value) if x is not None)])
    reference = precision * size
    # Dot products and tables of float32: 64 roundings of the largest number that occurs.
    reach = max(size, largest_dot(problem))
    return {
        "name": name,
        "library": library,
        **({"note": note} if note else {}),
        "problem": plain(problem, np.float64),
        "outputs": numbers,
        "tolerance": {"reference": up(reference), "wasm": up(reference + 64 * 2**-24 * reach)},
    }


def up(x):
    """Two digits, rounded up."""
    exponent = math.floor(math.log10(x)) - 1
    return float(f"{math.ceil(x / 10**exponent - 1e-9) * 10.0**exponent:.1e}")


def largest_dot(problem):
    tensors = problem["input"]
    if tensors["kind"] != "tensors":
        return 0.0
    longest = [float(torch.as_tensor(tensors[side]).double().norm(dim=-1).max()) for side in ("query", "key")]
    scale = problem.get("scale", tensors["query"].shape[-1] ** -0.5)
    return longest[0] * longest[1] * scale


def plain(value, stored):
    """JSON values: hidden scores are null, whole numbers have no point."""
    if isinstance(value, torch.Tensor):
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray):
        return plain(value.tolist(), stored)
    if isinstance(value, dict):
        return {key: plain(item, stored) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item, stored) for item in value]
    if isinstance(value, bool) or value is None or isinstance(value, (str, int)):
        return value
    if value < HIDDEN:
        return None
    if not math.isfinite(value):
        raise ValueError("NaN or infinity in a golden value")
    value = shortest(value, stored)
    return int(value) if value == int(value) and abs(value) < 2**53 else value


def shortest(value, stored):
    """The shortest decimal that gives back the same number of this type (a float32 prints with at most 9 digits)."""
    return float(np.format_float_scientific(np.float32(value), unique=True)) if stored is np.float32 else float(value)


def flat(value):
    return [x for item in value for x in flat(item)] if isinstance(value, list) else [value]


def write(folder, name, about, cases):
    for index, entry in enumerate(cases):
        if any(entry["name"] == other["name"] for other in cases[:index]):
            raise ValueError(f"two cases named {entry['name']}")
    lines = [json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":")) for entry in cases]
    text = '{"about":' + json.dumps(about, ensure_ascii=False) + ',\n"cases":[\n' + ",\n".join(lines) + "\n]}\n"
    (folder / f"{name}.json").write_text(text, encoding="utf-8")


def near(found, expected, tolerance=1e-8):
    """A published check value: printed with eight digits, hence the tolerance."""
    difference = np.max(np.abs(np.asarray(found, dtype=float) - np.asarray(expected, dtype=float)))
    assert difference <= tolerance, f"check value is off by {difference}: {found} instead of {expected}"
