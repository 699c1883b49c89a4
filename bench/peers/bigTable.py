"""Writes a table of float32 attributes x0, x1, … and two classes y as Parquet, in row groups of a million rows.

  python bigTable.py big.parquet 10000000 [attributes]

The rows are those of `wave` in lib/generate.mjs in kind, not to the bit: normal attributes, a noisy signal of some of them, a
fifth of the labels redrawn. A row group depends on its number alone, so that a longer table begins with a shorter one.
"""

import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

GROUP = 1_000_000


def group(number, rows, width):
    rng = np.random.default_rng([7, number])
    x = rng.standard_normal((width, rows), dtype=np.float32)
    signal = x[0] + x[1] * x[2] + np.sin(2 * x[3]) + 0.5 * x[4] ** 2 - 0.5 + np.where(x[5] > 0.3, x[6], -x[6])
    noisy = signal + 0.5 * rng.standard_normal(rows, dtype=np.float32)
    label = (noisy > 0).astype(np.int8)
    redrawn = rng.random(rows) < 0.2
    label[redrawn] = rng.integers(0, 2, redrawn.sum(), dtype=np.int8)
    names = pa.DictionaryArray.from_arrays(pa.array(label), pa.array(["c0", "c1"])).cast(pa.string())
    columns = {f"x{j}": pa.array(x[j]) for j in range(width)}
    return pa.table({**columns, "y": names})


def main(path, rows, width=28):
    writer = None
    for number, start in enumerate(range(0, rows, GROUP)):
        table = group(number, min(GROUP, rows - start), width)
        writer = writer or pq.ParquetWriter(path, table.schema, use_dictionary=["y"], compression="snappy")
        writer.write_table(table, row_group_size=GROUP)
    writer.close()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
