/** What all parts of the program use: jobs, tables of results, rounding. */
export const BASE = `
import json
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

KINDS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.float64}
DENSE = 1 << 21

def main(data):
    job = unpacked(data)
    work = globals()["do_" + job["work"]]
    return lambda batches: work(job, batches)

def unpacked(data):
    size = int.from_bytes(data[:4], "little")
    job = json.loads(data[4:4 + size].decode("utf-8"))
    for name, (kind, at, count) in job.pop("arrays").items():
        job[name] = np.frombuffer(data, dtype=kind, count=count, offset=at)
    return job

def table(columns):
    names = list(columns)
    arrays = [pa.array(columns[name], type=pa.binary() if name.startswith("b") else pa.int64()) for name in names]
    return pa.RecordBatch.from_arrays(arrays, names=names)

def rounded(x):
    # Math.round: halves go up.
    low = np.floor(x)
    return low + ((x - low) >= 0.5)

def partition():
    from pyspark import TaskContext
    return TaskContext.get().partitionId()
`;
