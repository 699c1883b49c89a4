"""One reading of XGBoost's external memory: a Parquet table by batches, then rounds of depth 6. Prints seconds and peak memory as JSON.

  python externalMemory.py big.parquet [rounds] [threads]
"""

import json
import os
import resource
import sys
import tempfile
import time

import numpy as np
import pyarrow.parquet as pq
import xgboost as xgb


class Batches(xgb.DataIter):
    def __init__(self, path, folder):
        super().__init__(cache_prefix=os.path.join(folder, "cache"))
        self.file = pq.ParquetFile(path)
        self.names = [name for name in self.file.schema_arrow.names if name != "y"]
        self.reset()

    def reset(self):
        self.batches = self.file.iter_batches(batch_size=1_000_000)

    def next(self, input_data):
        batch = next(self.batches, None)
        if batch is None:
            return False
        x = np.column_stack([batch.column(name).to_numpy(zero_copy_only=False) for name in self.names])
        y = (batch.column("y").to_numpy(zero_copy_only=False) == "c1").astype(np.float32)
        input_data(data=x, label=y)
        return True


def main(path, rounds=5, threads=2):
    with tempfile.TemporaryDirectory(dir=os.environ.get("SCRATCH")) as folder:
        started = time.monotonic()
        used = time.process_time()
        table = xgb.ExtMemQuantileDMatrix(Batches(path, folder), max_bin=256, nthread=threads)
        read, read_cpu = time.monotonic() - started, time.process_time() - used
        started, used = time.monotonic(), time.process_time()
        xgb.train(
            {"objective": "binary:logistic", "max_depth": 6, "tree_method": "hist", "nthread": threads, "max_bin": 256},
            table,
            rounds,
        )
        fit, fit_cpu = time.monotonic() - started, time.process_time() - used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    figures = {"read": read, "fit": fit, "readCpu": read_cpu, "fitCpu": fit_cpu, "peak": peak}
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
