"""Files of arrays as NumPy, torch and the safetensors package write them, with the exact numbers; and attention by NumPy.

    tests/golden/regenerate python families/files.py write     into values/files/arrays.json
    tests/golden/regenerate python families/files.py           compares with what is committed
    tests/golden/regenerate python families/files.py read F    prints name, type, shape and bytes of a file's arrays as JSON
"""

import base64
import io
import json
import pathlib
import platform
import sys

import numpy
import safetensors
import safetensors.numpy
import safetensors.torch
import torch

VALUES = pathlib.Path(__file__).parent.parent / "values" / "files" / "arrays.json"
TENSORS = pathlib.Path(__file__).parent.parent / "values" / "files" / "attention.json"

text = lambda data: base64.b64encode(data).decode()

# float32 holds these exactly; the others come as float64.
SINGLE = {"float16", "float32", "bfloat16", "int8", "uint8", "int16", "uint16", "bool"}
SPECIAL = [0.0, -0.0, 1.0, -2.5, 65504.0, 6e-8, 6.1e-5, numpy.inf, -numpy.inf, numpy.nan]


def expected(name, array, dtype=None):
    dtype = dtype or array.dtype.name
    wide = array.astype("<f4" if dtype in SINGLE else "<f8")
    return {"name": name, "dtype": dtype, "shape": list(array.shape), "numbers": text(wide.tobytes(order="C"))}


def npy(array, version=None):
    buffer = io.BytesIO()
    numpy.lib.format.write_array(buffer, array, version=version, allow_pickle=array.dtype == object)
    return buffer.getvalue()


def npy_files():
    grid = numpy.arange(-6, 6).reshape(2, 3, 2)
    for code in ["f2", "f4", "f8", "i1", "i2", "i4", "i8"]:
        for order in "<>":
            array = (grid / (8 if code[0] == "f" else 1)).astype(order + code)
            yield f"{code}{'le' if order == '<' else 'be'}.npy", npy(array), array
    for code in ["u1", "u2", "u4", "u8", "?"]:
        array = numpy.abs(grid % 2 if code == "?" else grid).astype(code)
        yield f"{'b1' if code == '?' else code}.npy", npy(array), array
    for code in ["f2", "f4", "f8"]:
        array = numpy.array(SPECIAL, dtype="f8").astype(code)
        yield f"special-{code}.npy", npy(array), array
    halves = numpy.arange(0, 65536, 397, dtype="u2").view("f2")
    yield "halves.npy", npy(halves), halves
    yield "fortran.npy", npy(numpy.asfortranarray(grid.astype("f4"))), grid.astype("f4")
    yield "fortran-be.npy", npy(numpy.asfortranarray(grid.astype(">f8"))), grid.astype(">f8")
    yield "version2.npy", npy(grid.astype("f4"), (2, 0)), grid.astype("f4")
    yield "version3.npy", npy(grid.astype("f4"), (3, 0)), grid.astype("f4")
    yield "one.npy", npy(numpy.float32([7])), numpy.float32([7])
    yield "scalar.npy", npy(numpy.float64(0.1)), numpy.asarray(numpy.float64(0.1))
    yield "large-i8.npy", npy(numpy.int64([2**53, -(2**53)])), numpy.int64([2**53, -(2**53)])


def npz(save, **arrays):
    buffer = io.BytesIO()
    save(buffer, **arrays)
    return buffer.getvalue()


def files():
    for file, data, array in npy_files():
        yield {"file": file, "data": text(data), "arrays": [expected(file[:-4], array)]}
    q, k = numpy.arange(6, dtype="f4").reshape(2, 3) / 4, numpy.arange(6, dtype="f8").reshape(2, 3) / 10
    for file, save in ("stored.npz", numpy.savez), ("deflated.npz", numpy.savez_compressed):
        yield {"file": file, "data": text(npz(save, q=q, k=k)), "arrays": [expected("q", q), expected("k", k)]}
    zeros = numpy.zeros((8, 8), "f4")
    yield {"file": "zeros.npz", "data": text(npz(numpy.savez_compressed, z=zeros)), "arrays": [expected("z", zeros)]}
    small = numpy.arange(-3, 3)
    types = {
        "a8": (small / 8).astype("f8"),
        "b4": (small / 8).astype("f4"),
        "c2": numpy.array(SPECIAL, dtype="f8").astype("f2"),
        "d": small.astype("i8"),
        "e": small.astype("i4"),
        "f": small.astype("i2"),
        "g": small.astype("i1"),
        "h": numpy.abs(small).astype("u1"),
        "i": small > 0,
    }
    data = safetensors.numpy.save(types, metadata={"format": "np"})
    yield {"file": "types.safetensors", "data": text(data), "arrays": [expected(n, a) for n, a in types.items()]}
    brain = torch.arange(0, 65536, 1021, dtype=torch.int32).to(torch.int16).view(torch.bfloat16)
    data = safetensors.torch.save({"layers.0.q": brain})
    wide = (numpy.arange(0, 65536, 1021, dtype="u4") << 16).view("f4")
    yield {
        "file": "bfloat16.safetensors",
        "data": text(data),
        "arrays": [expected("layers.0.q", wide, "bfloat16")],
    }


def refused():
    """What NumPy writes and we do not read."""
    brain = numpy.array([1, 2], "u2").view("V2")
    yield {"file": "bfloat16.npy", "data": text(npy(brain)), "fault": "dtype_raw"}
    yield {"file": "object.npy", "data": text(npy(numpy.array([{}], object))), "fault": "dtype_object"}
    yield {"file": "structured.npy", "data": text(npy(numpy.zeros(2, [("a", "f4")]))), "fault": "dtype"}
    yield {"file": "complex.npy", "data": text(npy(numpy.zeros(2, "c8"))), "fault": "dtype"}
    yield {"file": "text.npy", "data": text(npy(numpy.array(["a"]))), "fault": "dtype"}
    yield {"file": "empty.npy", "data": text(npy(numpy.zeros((0, 3), "f4"))), "fault": "numbers_none"}
    yield {"file": "too-large.npy", "data": text(npy(numpy.int64([2**53 + 1]))), "fault": "integer_large"}


def attention():
    """q, k, v from a seed, multiples of 1/8; softmax(q k^T / sqrt(d) + mask) v in float64."""
    random = numpy.random.Generator(numpy.random.PCG64(8))
    draw = lambda *shape: random.integers(-16, 17, shape) / 8
    q, k, v = draw(2, 5, 4), draw(2, 5, 4), draw(2, 5, 3)
    hidden = ~numpy.tril(numpy.ones((5, 5), bool))

    def weights(scores):
        powers = numpy.exp(scores - scores.max(-1, keepdims=True))
        return powers / powers.sum(-1, keepdims=True)

    scores = q @ k.transpose(0, 2, 1) / numpy.sqrt(4)
    causal = weights(numpy.where(hidden, -numpy.inf, scores))
    files = {
        "q.npy": npy(q.astype("f4")),
        "k.npy": npy(numpy.asfortranarray(k.astype(">f8"))),
        "v.npy": npy(v.astype("f2")),
        "mask.npy": npy(~hidden),
        "qkv.npz": npz(numpy.savez_compressed, q=q, k=k, v=v),
        "qkv.safetensors": safetensors.numpy.save({"query": q.astype("f4"), "key": k.astype("f4"), "value": v.astype("f4")}),
    }
    return {
        "about": about(),
        "files": {name: text(data) for name, data in files.items()},
        "scores": scores.tolist(),
        "weights": {"none": weights(scores).tolist(), "causal": causal.tolist()},
        "output": {"none": (weights(scores) @ v).tolist(), "causal": (causal @ v).tolist()},
    }


def about():
    return {
        "numpy": numpy.__version__,
        "safetensors": safetensors.__version__,
        "torch": torch.__version__,
        "python": platform.python_version(),
        "generator": "tests/golden/families/files.py",
    }


def read(file):
    if file.endswith(".safetensors"):
        with open(file, "rb") as opened:
            arrays = safetensors.numpy.load(opened.read())
    else:
        arrays = {"": numpy.load(file)}
    return [[n, a.dtype.name, list(a.shape), text(a.tobytes())] for n, a in sorted(arrays.items())]


def made():
    arrays = {"about": about(), "files": list(files()), "refused": list(refused())}
    return {VALUES: json.dumps(arrays, separators=(",", ":")) + "\n", TENSORS: json.dumps(attention(), separators=(",", ":")) + "\n"}


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["read", file]:
            print(json.dumps(read(file)))
        case ["write"]:
            for path, content in made().items():
                path.parent.mkdir(exist_ok=True)
                path.write_text(content)
        case _:
            different = [path.name for path, content in made().items() if path.read_text() != content]
            print("different: " + ", ".join(different) if different else "the same")
            sys.exit(1 if different else 0)
