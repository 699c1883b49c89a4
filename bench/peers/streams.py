"""Writes the streams of ../shared/expected/beyond.json as CSV (river 0.26.1), and says whether their checksums are right.

Usage: python streams.py beyond.json folder
"""

import csv
import hashlib
import io
import itertools
import json
import os
import sys

from river.datasets import synth

ROWS = 100_000
SEA = lambda variant, seed, rows: synth.SEA(variant=variant, noise=0.1, seed=seed).take(rows)  # noqa: E731
STREAMS = {
    "sea": lambda: SEA(0, 1, ROWS),
    "agrawal": lambda: synth.Agrawal(classification_function=2, seed=1, perturbation=0.05).take(ROWS),
    "randomtree": lambda: synth.RandomTree(
        seed_tree=1, seed_sample=1, n_classes=2, n_num_features=5, n_cat_features=5, n_categories_per_feature=5
    ).take(ROWS),
    "led": lambda: synth.LED(seed=1, noise_percentage=0.1, irrelevant_features=True).take(ROWS),
    "hyperplane": lambda: synth.Hyperplane(
        seed=1, n_features=10, n_drift_features=2, mag_change=0.001, noise_percentage=0.05
    ).take(ROWS),
    "sea-drift": lambda: itertools.chain(SEA(0, 1, ROWS // 2), SEA(3, 2, ROWS // 2)),
}


def text_of(rows):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    names = list(rows[0][0])
    writer.writerow([*names, "class"])
    for cells, label in rows:
        writer.writerow([*(cells[name] for name in names), int(label)])
    return out.getvalue()


def main(expected, folder):
    wanted = json.load(open(expected))["streams"]
    os.makedirs(folder, exist_ok=True)
    for name, stream in STREAMS.items():
        text = text_of(list(stream()))
        if hashlib.sha256(text.encode()).hexdigest() != wanted[name]["csvSha256"]:
            sys.exit(f"{name}: the checksum is not that of {expected}")
        with open(os.path.join(folder, f"{name}.csv"), "w", newline="") as file:
            file.write(text)


main(*sys.argv[1:])
