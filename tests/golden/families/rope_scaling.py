"""Rotary frequencies under every scaling that transformers has, over a grid of settings.

Each case holds what the library gives (its own float32), and what the library's same function gives with its tensors in
float64: see in_double.
"""

import inspect
import itertools
import random
import types
import zlib
from unittest import mock

import numpy as np
import torch
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.phi3.modeling_phi3 import Phi3RotaryEmbedding

from .common import TRANSFORMERS, near, plain

# Version 5 leaves plain frequencies to the models. Phi-3's is Llama's with a rotary share.
FUNCTIONS = {"default": inspect.unwrap(Phi3RotaryEmbedding.compute_default_rope_parameters), **ROPE_INIT_FUNCTIONS}

HEAD_DIM = [32, 64, 80, 96, 128, 256]
BASE = [1e4, 5e5, 1e6, 1e7]
SHARE = [1, 0.5, 0.25]
FACTOR = [1, 1.5, 2, 4, 8, 10, 32, 40]
TRAINED = [2048, 4096, 32768, 131072]
SHORTER_THAN_A_TURN = 6  # of every pair: both ends of YaRN's ramp meet at 0
# Lengths against the one that a scaling switches at: shorter, at it, one longer, and far beyond.
LENGTHS = {"short": lambda n: n // 2, "at": lambda n: n, "one beyond": lambda n: n + 1, "far": lambda n: 5 * n + 3}

COMMON = {"head_dim": HEAD_DIM, "base": BASE, "share": SHARE}
SETTINGS = {
    "default": COMMON,
    "linear": {**COMMON, "factor": FACTOR},
    "dynamic": {**COMMON, "factor": FACTOR, "trained": TRAINED, "length": list(LENGTHS)},
    "yarn": {
        **COMMON,
        "factor": [*FACTOR, None],
        "trained": [*TRAINED, SHORTER_THAN_A_TURN],
        "betas": [{}, {"beta_fast": 16, "beta_slow": 2}, {"beta_fast": 32.5, "beta_slow": 0.5}, {"beta_fast": 1000}],
        "truncate": [None, True, False],
        "magnitude": [
            {},
            {"mscale": 1.0, "mscale_all_dim": 1.0},
            {"mscale": 0.707, "mscale_all_dim": 1.0},
            {"mscale": 0.707},
            {"mscale_all_dim": 1.0},
            {"mscale": 1.0, "mscale_all_dim": 0.0},
            {"attention_factor": 0.5, "mscale": 1.0, "mscale_all_dim": 0.5},
            {"attention_factor": 0.0},
        ],
    },
    "longrope": {
        **COMMON,
        "factor": [*FACTOR, None],
        "trained": TRAINED,
        "length": list(LENGTHS),
        "magnitude": [{}, {"attention_factor": 1.25}, {"attention_factor": 0.0}],
    },
    "llama3": {
        **COMMON,
        "factor": FACTOR,
        "trained": TRAINED,
        "bounds": [(1, 4), (2.0, 8.0), (1, 32), (1, 1000), (1, 1), (4.0, 4.0)],
    },
    "proportional": {**COMMON, "share": [*SHARE, 0.7], "factor": [None, *FACTOR]},
}


def grid(kind):
    """Settings in which every two values of two fields meet (pairwise), chosen greedily from a seeded draw."""
    fields = SETTINGS[kind]
    draw = random.Random(zlib.crc32(kind.encode()))

    def pairs(choice):
        return set(itertools.combinations(enumerate(choice), 2))

    missing = {
        ((i, x), (j, y))
        for i, j in itertools.combinations(range(len(fields)), 2)
        for x in range(len(list(fields.values())[i]))
        for y in range(len(list(fields.values())[j]))
    }
    while missing:
        wanted = dict(min(missing))
        choices = [
            [wanted.get(i, draw.randrange(len(values))) for i, values in enumerate(fields.values())] for _ in range(60)
        ]
        best = max(choices, key=lambda choice: len(missing & pairs(choice)))
        missing -= pairs(best)
        yield {name: values[index] for (name, values), index in zip(fields.items(), best)}


def factors(draw, pairs):
    """A list of a LongRoPE: from 1 upwards, with two decimals, most of them no float32."""
    return sorted(round(draw.uniform(1, 60), 2) for _ in range(pairs))


def parameters(kind, settings, draw):
    """rope_parameters as a config.json has them."""
    found = {"rope_type": kind, "rope_theta": settings["base"], "partial_rotary_factor": settings["share"]}
    if "factor" in settings and (settings["factor"] is not None or kind == "yarn"):
        found["factor"] = settings["factor"]
    if kind in ("yarn", "longrope", "llama3"):
        found["original_max_position_embeddings"] = settings["trained"]
    found |= settings.get("betas", {}) | settings.get("magnitude", {})
    if settings.get("truncate") is not None:
        found["truncate"] = settings["truncate"]
    if "bounds" in settings:
        found["low_freq_factor"], found["high_freq_factor"] = settings["bounds"]
    if kind == "longrope":
        pairs = int(settings["head_dim"] * settings["share"]) // 2
        found |= {"short_factor": factors(draw, pairs), "long_factor": factors(draw, pairs)}
    return found


SCALING_KINDS = {
    "linear": "linear",
    "proportional": "linear",
    "dynamic": "dynamic_ntk",
    "yarn": "yarn",
    "longrope": "longrope",
    "llama3": "llama3",
}


def method_of(kind, found, config, length):
    """The same in our words."""
    method = {"kind": "rotary", **{name: found[name] for name in ("rope_theta", "partial_rotary_factor")}}
    if kind == "proportional":
        method["rope_type"] = kind
    own = {name: value for name, value in found.items() if name not in ("rope_type", *method) and value is not None}
    if kind == "dynamic" or (kind == "longrope" and "factor" not in own):
        own["max_position_embeddings"] = config["max_position_embeddings"]
    if kind == "yarn" and "factor" not in own:
        own["factor"] = config["max_position_embeddings"] / own["original_max_position_embeddings"]
    if kind == "dynamic":
        own["state"] = "recomputed"
    if own:
        method["scaling"] = {"kind": SCALING_KINDS[kind], **own}
    if length is not None:
        method["length"] = length
    return method


class DoubleTorch:
    """torch, but its float32 is float64."""

    float = float32 = torch.float64

    def __getattr__(self, name):
        return getattr(torch, name)


def in_double(function):
    """The library's own code on other globals: torch.float and torch.float32 name float64, and .float() gives it."""
    copy = types.FunctionType(
        function.__code__,
        {**function.__globals__, "torch": DoubleTorch()},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )

    def call(*arguments, **named):
        with mock.patch.object(torch.Tensor, "float", torch.Tensor.double):
            return copy(*arguments, **named)

    return call


def frequencies(function, config, found, length):
    """A fresh configuration every time: the library writes into it."""
    llama = LlamaConfig(
        head_dim=config["head_dim"],
        max_position_embeddings=config["max_position_embeddings"],
        rope_parameters=dict(found),
    )
    inv_freq, attention_factor = function(llama, torch.device("cpu"), **({} if length is None else {"seq_len": length}))
    assert torch.isfinite(inv_freq).all()
    return inv_freq, float(attention_factor)


def case(kind, number, settings):
    name = f"{kind} {number}"
    draw = random.Random(zlib.crc32(name.encode()))
    found = parameters(kind, settings, draw)
    trained = settings.get("trained", 4096)
    # Where no factor is given, the two lengths give it.
    extended = trained if kind == "dynamic" else int(trained * (settings.get("factor") or 6))
    config = {"head_dim": settings["head_dim"], "max_position_embeddings": extended}
    length = LENGTHS[settings["length"]](trained) if "length" in settings else None
    single, attention_factor = frequencies(FUNCTIONS[kind], config, found, length)
    double, same_factor = frequencies(in_double(FUNCTIONS[kind]), config, found, length)
    assert (single.dtype, double.dtype) == (torch.float32, torch.float64)
    assert attention_factor == same_factor
    return {
        "name": name,
        "library": f"{TRANSFORMERS} {FUNCTIONS[kind].__qualname__}",
        "config": plain({**config, "rope_parameters": found}, np.float64),
        "method": plain(method_of(kind, found, config, length), np.float64),
        "inv_freq": {"double": plain(double, np.float64), "float32": plain(single, np.float32)},
        "attention_factor": plain(attention_factor, np.float64),
    }


def checks():
    """Numbers of our notes: YaRN's factor, and the base that dynamic NTK makes of 10000."""

    def of(kind, trained, length, **found):
        config = {"head_dim": 128, "max_position_embeddings": trained}
        found = {"rope_type": kind, "rope_theta": 1e4, "partial_rotary_factor": 1, **found}
        return frequencies(in_double(FUNCTIONS[kind]), config, found, length)

    near(of("yarn", 8192, None, factor=4.0, original_max_position_embeddings=2048)[1], 1.13862944)
    near(of("dynamic", 4096, 16384, factor=2.0)[0][1] ** -64, 72195.8601, 1e-3)


def rope_scaling():
    checks()
    return [case(kind, number, settings) for kind in FUNCTIONS for number, settings in enumerate(grid(kind), 1)]
