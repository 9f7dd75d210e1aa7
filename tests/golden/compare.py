"""compare.py COMMITTED REGENERATED: the worst difference of every file.

Status 1 if a case is missing, new or out of tolerance, or if its problem changed.
"""

import json
import pathlib
import sys


def read(folder):
    files = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    return {name: {case["name"]: case for case in file["cases"]} for name, file in files.items()}


def worst(a, b):
    """Largest difference of two nested values; infinite where they differ in shape or in anything that is no number."""
    if isinstance(a, bool) or isinstance(b, bool) or not isinstance(a, (int, float)) or not isinstance(b, (int, float)):
        if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
            return max((worst(a[key], b[key]) for key in a), default=0.0)
        if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            return max(map(worst, a, b), default=0.0)
        return 0.0 if a == b and type(a) is type(b) else float("inf")
    return abs(a - b)


# Relative: the last bits of pow differ from one processor to the next.
FREQUENCIES = {"double": 1e-14, "float32": 3e-7}


def relative(a, b):
    return max((abs(x - y) / max(abs(x), abs(y)) if x != y else 0.0 for x, y in zip(a, b, strict=True)), default=0.0)


def compare_frequencies(folders):
    """The files of rope/."""
    committed, regenerated = (read(folder / "rope") for folder in folders)
    failures = [f"rope: {name}: only in one of them" for name in committed.keys() ^ regenerated.keys()]
    for name in committed.keys() & regenerated.keys():
        old, new = committed[name], regenerated[name]
        failures += [f"rope/{name}: {case}: only in one of them" for case in old.keys() ^ new.keys()]
        common = [case for case in old if case in new]
        differences = dict.fromkeys(FREQUENCIES, 0.0)
        for case in common:
            inputs = max(worst(old[case][key], new[case][key]) for key in ("config", "method", "attention_factor"))
            if not inputs <= 1e-12:
                failures.append(f"rope/{name}: {case}: settings or attention factor differ by {inputs:.1e}")
            for number, tolerance in FREQUENCIES.items():
                difference = relative(old[case]["inv_freq"][number], new[case]["inv_freq"][number])
                differences[number] = max(differences[number], difference)
                if not difference <= tolerance:
                    failures.append(f"rope/{name}: {case}: {number} differs by {difference:.1e} of {tolerance:.1e}")
        told = ", ".join(f"{number} {difference:.1e}" for number, difference in differences.items())
        print(f"rope/{name} {len(common)} cases, worst relative difference: {told}")
    return failures


# Of the largest number of a line: six digits are written.
TRAINING = 2e-6


def training_line(line):
    """Words and numbers of "case KIND LOSS TENSORS" and of "NAME SIZE NUMBERS…"."""
    first, second, *rest = line.split()
    if first == "case":
        loss, tensors = rest
        return [first, second, tensors], [float(loss)]
    return [first, second], [float(number) for number in rest]


def compare_training(folders):
    """train.txt: words as they are, the numbers of a line against the largest of them."""
    committed, regenerated = ((folder / "train.txt").read_text(encoding="utf-8").splitlines() for folder in folders)
    if len(committed) != len(regenerated):
        return [f"train: {len(committed)} lines and {len(regenerated)}"]
    failures, share = [], 0.0
    for old, new in zip(committed, regenerated, strict=True):
        (names, a), (others, b) = map(training_line, (old, new))
        difference = worst(a, b) / max(max(map(abs, a)), 1e-30)
        share = max(share, difference / TRAINING)
        if names != others or not difference <= TRAINING:
            failures.append(f"train: {' '.join(names)}: differs by {difference:.1e} of its largest number")
    print(f"train            {len(committed):3} lines, {100 * share:.0f} % of the tolerance")
    return failures


def main():
    folders = [pathlib.Path(folder) for folder in sys.argv[1:]]
    committed, regenerated = (read(folder) for folder in folders)
    failures = compare_frequencies(folders) + compare_training(folders)
    for name in sorted(committed.keys() | regenerated.keys()):
        old, new = committed.get(name, {}), regenerated.get(name, {})
        failures += [f"{name}: {case}: only in one of them" for case in old.keys() ^ new.keys()]
        common = [case for case in old if case in new]
        share = 0.0  # of the tolerance
        difference = 0.0
        for case in common:
            outputs = worst(old[case]["outputs"], new[case]["outputs"])
            inputs = worst(old[case]["problem"], new[case]["problem"])
            tolerance = old[case]["tolerance"]["reference"]
            difference, share = max(difference, outputs), max(share, outputs / tolerance)
            if not outputs <= tolerance or not inputs <= 1e-12:
                failures.append(
                    f"{name}: {case}: outputs differ by {outputs:.1e} of {tolerance:.1e}, inputs by {inputs:.1e}"
                )
        print(
            f"{name:16} {len(common):3} cases, worst difference {difference:.1e}, {100 * share:.0f} % of its tolerance"
        )
    for failure in failures:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures or not committed else 0)


if __name__ == "__main__":
    main()
