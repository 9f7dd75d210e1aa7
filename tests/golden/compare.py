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


def main():
    committed, regenerated = (read(pathlib.Path(folder)) for folder in sys.argv[1:])
    failures = []
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
