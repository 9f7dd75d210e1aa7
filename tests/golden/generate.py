"""Writes values/*.json. Run by ./regenerate, once with each of the two pinned versions of transformers.

generate.py --into FOLDER         what transformers 5 has, and the authors' formulas
generate.py --old --into FOLDER   what only the last 4.x has
"""

import argparse
import pathlib
import platform

import numpy
import torch
import transformers

from families.common import write


def about(title):
    return {
        "title": title,
        "torch": torch.__version__,
        "transformers": transformers.__version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
        "inputs": "multiples of 1/8 or 1/4 from numpy's PCG64, seeded by the CRC-32 of the case's name",
        "generator": "tests/golden/generate.py",
    }


def new_files():
    from families import absolute, attention, biases, disentangled, masks, rotary, temperature

    yield "sinusoidal", "sinusoidal encodings, added to the input", absolute.sinusoidal()
    yield "learned", "learned encodings, added to the input", absolute.learned()
    yield "t5", "T5's bucketed bias", biases.t5()
    yield "alibi", "ALiBi", biases.alibi()
    yield "bias-formulas", "KERPLE, Sandwich and FIRE by their authors' formulas", biases.formulas()
    yield "shaw", "Shaw's relative keys and values by formula", disentangled.shaw()
    yield "deberta", "disentangled attention", disentangled.deberta()
    yield "xlnet", "Transformer-XL's scores in both directions", disentangled.xlnet()
    yield "cope", "CoPE by its authors' formulas", disentangled.cope()
    yield "rotary", "rotary encodings", rotary.rotary()
    yield "layers", "whole attention layers", [*attention.layers(), *temperature.temperature()]
    yield "masks", "masks, as weights of q = 0", masks.masks()


def frequencies():
    """Not problems with outputs but rotary methods with frequencies: a folder of their own."""
    from families import rope_scaling

    seeds = {"inputs": "Python's random, seeded by the CRC-32 of the type for the grid, of the case's name for lists"}
    return "hugging-face", about("rotary frequencies under every scaling") | seeds, rope_scaling.rope_scaling()


def old_files():
    from families import old

    yield "transformer-xl", "Transformer-XL with memory", old.transformer_xl()
    yield "bert-relative", "BERT's relative position embeddings", old.relative_key()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--into", type=pathlib.Path, required=True)
    parser.add_argument("--old", action="store_true")
    options = parser.parse_args()
    torch.manual_seed(0)  # for weights that nothing reads: the others come from each case's own seed
    torch.set_num_threads(1)
    for name, title, cases in old_files() if options.old else new_files():
        write(options.into, name, about(title), cases)
        print(f"{name}: {len(cases)} cases")
    if not options.old:
        (options.into / "rope").mkdir(exist_ok=True)
        name, described, cases = frequencies()
        write(options.into / "rope", name, described, cases)
        print(f"rope/{name}: {len(cases)} cases")
        from families import train

        train.write(options.into / "train.txt")


if __name__ == "__main__":
    main()
