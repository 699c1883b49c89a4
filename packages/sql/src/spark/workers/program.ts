/**
 * What Python workers run, with numpy and pyarrow. A constant: names of columns, cells and levels never become part of it,
 * they are data. `main` is given a job as bytes, and returns a function from the record batches of a partition to others.
 *
 * A block is a row of the scratch table: up to 65,536 rows, attribute after attribute, each beginning at a multiple of eight
 * bytes. Sums are of whole numbers below 2^53, so doubles hold them exactly, whatever the order.
 */
export const PROGRAM = `
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

# ---- what values there are

def do_distinct(job, batches):
    kinds, most = job["kinds"], job["most"]
    found = [set() if kind == "text" else np.empty(0) for kind in kinds]
    gaps = [0] * len(kinds)
    for batch in batches:
        usable = usable_rows(batch, len(kinds))
        for i, kind in enumerate(kinds):
            column = batch.column(i)
            known = column if usable is None else column.filter(usable)
            gaps[i] += known.null_count
            if found[i] is None:
                continue
            if kind == "text":
                found[i].update(pc.unique(column.drop_null()).to_pylist())
            elif kind != "wide":
                found[i] = np.union1d(found[i], known.drop_null().to_numpy(zero_copy_only=False))
            if len(found[i]) > most:
                found[i] = None
    for i, kind in enumerate(kinds):
        if found[i] is None:
            blob = None
        elif kind == "text":
            blob = json.dumps(sorted(found[i])).encode("utf-8")
        else:
            blob = found[i].tobytes()
        yield table({"i": [i], "g": [gaps[i]], "b": [blob]})

def usable_rows(batch, attributes):
    # The target is the last of the columns, the weight comes after it.
    y = batch.column(attributes - 1)
    w = batch.column(attributes)
    if y.null_count == 0 and pc.min(w).as_py() != 0:
        return None
    return pc.and_(y.is_valid(), pc.not_equal(w, 0))

# ---- coding

def do_code(job, batches):
    columns = job["columns"]
    here = partition()
    number = 0
    for batch in batches:
        usable = usable_rows(batch, len(columns))
        if usable is not None:
            batch = batch.filter(usable)
        n = batch.num_rows
        if n == 0:
            continue
        parts = []
        for i, coding in enumerate(columns[:-1]):
            add_section(parts, coded(batch.column(i), coding, job, i), coding["bytes"])
        last = len(columns) - 1
        target = columns[last]
        if target["how"] == "units":
            y = batch.column(last).to_numpy(zero_copy_only=False)
            t = rounded(y * target["denominator"]) - target["center"]
        else:
            t = coded(batch.column(last), target, job, last).astype(np.float64)
        weights = None
        if job["weighted"]:
            w = batch.column(last + 1).to_numpy(zero_copy_only=False)
            weights = rounded((w * job["scale"]) / job["quantum"]).tobytes()
        keys = batch.column(last + 2).to_numpy(zero_copy_only=False).tobytes() if job["keyed"] else None
        yield table({"p": [here], "s": [number], "n": [n], "b0": [b"".join(parts)], "b1": [t.tobytes()],
                     "b2": [weights], "b3": [keys]})
        number += 1

def add_section(parts, codes, width):
    parts.append(codes.astype(KINDS[width], copy=False).tobytes())
    rest = -(len(codes) * width) % 8
    if rest:
        parts.append(bytes(rest))

def coded(column, coding, job, i):
    how = coding["how"]
    if how == "levels":
        codes = pc.index_in(column, value_set=pa.array(coding["levels"], type=pa.string()))
        if codes.null_count != column.null_count:
            raise RuntimeError("COPPICE_CHANGED %d" % i)
        return codes.fill_null(len(coding["levels"])).to_numpy(zero_copy_only=False)
    x = column.to_numpy(zero_copy_only=False)
    if how == "raw":
        return x
    known = job["values%d" % i]
    codes = np.searchsorted(known, x)
    gap = np.isnan(x)
    if how == "bins":
        codes[gap] = coding["codes"]
        return codes
    # NaN comes after the last value, where missing values have their code.
    if not np.array_equal(known[np.minimum(codes, len(known) - 1)][~gap], x[~gap]):
        raise RuntimeError("COPPICE_CHANGED %d" % i)
    codes[gap] = len(known)
    return codes

# ---- blocks

class Block:
    def __init__(self, job, batch, i):
        at = lambda name: batch.column(batch.schema.get_field_index(name))[i].as_buffer()
        self.n = n = batch.column(batch.schema.get_field_index("n"))[i].as_py()
        self.bytes = np.frombuffer(at("b0"), np.uint8)
        self.widths = job["widths"]
        self.starts = np.concatenate([[0], np.cumsum((n * self.widths + 7) // 8 * 8)])
        self.t = np.frombuffer(at("b1"), np.float64)
        w = at("b2") if job["weighted"] else None
        self.w = None if w is None else np.frombuffer(w, np.float64)
        self.job = job

    def codes(self, a):
        width = self.widths[a]
        return np.frombuffer(self.bytes, KINDS[width], count=self.n, offset=self.starts[a])

    def codes_at(self, rows, attributes):
        # Of each row the code of an attribute of its own.
        widths = self.widths[attributes]
        at = self.starts[attributes] + rows * widths
        kinds = np.unique(widths)
        if len(kinds) == 1:
            return self.read(at, kinds[0])
        out = np.empty(len(rows), np.int64)
        for width in kinds:
            some = widths == width
            out[some] = self.read(at[some], width)
        return out

    def read(self, at, width):
        return self.bytes.view(KINDS[width])[at if width == 1 else at // width].astype(np.int64)

def blocks(job, batches):
    for batch in batches:
        for i in range(batch.num_rows):
            yield Block(job, batch, i)

# ---- the node of each row, by what was divided so far

class Entries:
    """Rows with the node that they are in, and with their mass if it is a fraction."""
    def __init__(self, block):
        self.block = block
        self.rows = np.arange(block.n)
        self.node = np.zeros(block.n, np.int64)
        self.w = self.m1 = self.m2 = None

    def mass(self):
        if self.w is not None:
            return self.w, self.m1, self.m2
        job, rows = self.block.job, self.rows
        if self.block.w is None:
            w = np.full(len(rows), job["unit"])
        else:
            w = self.block.w[rows]
        if not job["moments"]:
            return w, None, None
        u = self.block.t[rows]
        weight = w * job["quantum"]
        return w, rounded((weight * u) / job["quantum1"]), rounded(((weight * u) * u) / job["quantum2"])

    def taken(self, keep):
        if keep.all():
            return self
        part = Entries.__new__(Entries)
        part.block = self.block
        part.rows, part.node = self.rows[keep], self.node[keep]
        for name in ("w", "m1", "m2"):
            column = getattr(self, name)
            setattr(part, name, None if column is None else column[keep])
        return part

def branches_of(job, entries, d, tests):
    """The branch of each entry by test d of its own; -1 if unknown."""
    attribute = job[tests + "_attribute"][d]
    code = entries.block.codes_at(entries.rows, attribute)
    start = job[tests + "_start"][d]
    by_threshold = start < 0
    branch = np.where(code > job[tests + "_threshold"][d], 1, 0)
    branch[code == job["codes"][attribute]] = -1
    if not by_threshold.all():
        listed = ~by_threshold
        branch[listed] = job[tests + "_table"][start[listed] + code[listed]]
    return branch

def placed(job, block):
    entries = Entries(block)
    for first, end in job["steps"]:
        entries = divided(job, entries, first, end)
    return entries

def divided(job, entries, first, end):
    nodes = job["div_node"][first:end]
    slot = np.full(max(entries.node.max(initial=0), nodes.max()) + 1, -1)
    slot[nodes] = np.arange(first, end)
    d = slot[entries.node]
    inside = d >= 0
    if not inside.any():
        return entries
    if inside.all():
        moving, at = entries, d
    else:
        moving, at = entries.taken(inside), d[inside]
    branch = branches_of(job, moving, at, "div")
    unknown = np.nonzero(branch < 0)[0]
    if len(unknown):
        by_surrogates(job, moving, at, branch, unknown)
        missing = job["div_missing"][at]
        unknown = branch < 0
        branch = np.where(unknown & (missing >= 0), missing, branch)
    node = job["div_child"][job["div_first"][at] + branch]
    open_rows = branch < 0
    if not open_rows.any():
        entries.node = node if inside.all() else put(entries.node, inside, node)
        return entries
    return shared(job, entries, moving, inside, at, node, open_rows)

def put(values, where, some):
    values = values.copy()
    values[where] = some
    return values

def by_surrogates(job, moving, at, branch, unknown):
    starts = job["div_surrogate"]
    for d in np.unique(at[unknown]):
        for s in range(starts[d], starts[d + 1]):
            rows = unknown[at[unknown] == d]
            rows = rows[branch[rows] < 0]
            if len(rows) == 0:
                break
            some = np.zeros(len(branch), bool)
            some[rows] = True
            other = branches_of(job, moving.taken(some), np.full(len(rows), s), "sur")
            to = job["sur_to"][job["sur_first"][s]:job["sur_first"][s + 1]]
            branch[rows] = np.where(other < 0, -1, to[other])

def shared(job, entries, moving, inside, at, node, open_rows):
    """Rows without a branch go to all, with a share of their mass; the last takes what is left."""
    pieces = []
    stay = entries.taken(~inside)
    w, m1, m2 = stay.mass()
    pieces.append((stay.rows, stay.node, w, m1, m2))
    known = moving.taken(~open_rows)
    w, m1, m2 = known.mass()
    pieces.append((known.rows, node[~open_rows], w, m1, m2))
    for d in np.unique(at[open_rows]):
        part = moving.taken(open_rows & (at == d))
        w0, m10, m20 = part.mass()
        w, m1, m2 = w0, m10, m20
        shares = job["div_share"][job["div_shares"][d]:job["div_shares"][d + 1]]
        last = max([b for b, share in enumerate(shares) if share > 0], default=0)
        for b in range(last + 1):
            child = job["div_child"][job["div_first"][d] + b]
            if b == last:
                take, take1, take2 = w, m1, m2
            else:
                take = np.maximum(0, np.minimum(rounded(w0 * shares[b]), w))
                take1 = take2 = None
                if m1 is not None:
                    take1 = np.where(take == 0, 0, np.where(take == w, m1, rounded(m10 * shares[b])))
                    take2 = np.where(take == 0, 0, np.where(take == w, m2, rounded(m20 * shares[b])))
            some = take > 0
            pieces.append((part.rows[some], np.full(some.sum(), child), take[some],
                           None if m1 is None else take1[some], None if m1 is None else take2[some]))
            w = w - take
            if m1 is not None:
                m1, m2 = m1 - take1, m2 - take2
    whole = Entries.__new__(Entries)
    whole.block = entries.block
    joined = [None if column[0] is None else np.concatenate(column) for column in zip(*pieces)]
    whole.rows, whole.node, whole.w, whole.m1, whole.m2 = joined
    return whole

# ---- sums

class Sums:
    """Sums by a whole number below a size: an array, or where that would be large, what occurs."""
    def __init__(self, size, width):
        self.size, self.width = size, width
        self.dense = np.zeros((width, size)) if size <= DENSE else None
        self.parts = []

    def add(self, index, columns):
        if self.dense is not None:
            for total, column in zip(self.dense, columns):
                total += np.bincount(index, column, minlength=self.size)
            return
        keys, place = np.unique(index, return_inverse=True)
        self.parts.append((keys, [np.bincount(place, column, minlength=len(keys)) for column in columns]))
        if len(self.parts) > 16:
            self.merge()

    def merge(self):
        keys, place = np.unique(np.concatenate([k for k, _ in self.parts]), return_inverse=True)
        columns = [np.bincount(place, np.concatenate([c[i] for _, c in self.parts]), minlength=len(keys))
                   for i in range(self.width)]
        self.parts = [(keys, columns)]

    def row(self, i):
        if self.dense is not None:
            keys = np.nonzero(self.dense.any(axis=0))[0]
            sums = self.dense[:, keys]
        elif self.parts:
            self.merge()
            keys, columns = self.parts[0]
            sums = np.array(columns)
        else:
            keys, sums = np.empty(0, np.int64), np.empty((self.width, 0))
        return table({"i": [i], "g": [self.size], "b0": [keys.astype(np.int64).tobytes()], "b1": [sums.tobytes()]})

def slots_of(job, entries):
    nodes = job["nodes"]
    slot = np.full(max(entries.node.max(initial=0), nodes.max()) + 1, -1)
    slot[nodes] = np.arange(len(nodes))
    found = slot[entries.node]
    keep = found >= 0
    return entries.taken(keep), found[keep]

def do_tally(job, batches):
    """By attribute: sums by node, what rows are divided by beside the code, and code."""
    wide, by = job["groups"], job["by"]
    all_sums = {}
    for block in blocks(job, batches):
        entries, slot = slots_of(job, placed(job, block))
        if len(slot) == 0:
            continue
        if by == "classes":
            group = slot * wide + entries.block.t[entries.rows].astype(np.int64)
        elif by == "units":
            group = slot * wide + np.searchsorted(job["units"], entries.block.t[entries.rows])
        elif by == "sides":
            branch = branches_of(job, entries, slot, "side")
            group = slot * wide + np.where(branch < 0, job["side_branches"][slot], branch)
        else:
            group = slot
        w, m1, m2 = entries.mass() if by == "moments" or block.w is not None or entries.w is not None else (None,) * 3
        columns = [w, m1, m2] if by == "moments" else [w]
        is_whole = len(entries.rows) == block.n and entries.w is None
        for a in job["attributes"].tolist():
            many = int(job["codes"][a]) + 1
            code = block.codes(a)
            index = group * many + (code if is_whole else code[entries.rows])
            if a not in all_sums:
                all_sums[a] = Sums(len(job["nodes"]) * (1 if by == "moments" else wide) * many, len(columns))
            scaled = [np.full(len(index), job["unit"]) if c is None and all_sums[a].dense is None else c for c in columns]
            if columns[0] is None and all_sums[a].dense is not None:
                all_sums[a].dense[0] += np.bincount(index, minlength=all_sums[a].size) * job["unit"]
            else:
                all_sums[a].add(index, scaled)
    for a, sums in all_sums.items():
        yield sums.row(a)

def do_summary(job, batches):
    """By node: rows, weight by class or by rank, or moments with the least and the greatest target."""
    by, wide, many = job["by"], job["groups"], len(job["nodes"])
    rows = Sums(many, 1)
    sums = Sums(many * (1 if by == "moments" else wide), 3 if by == "moments" else 1)
    least, greatest = np.full(many, np.inf), np.full(many, -np.inf)
    for block in blocks(job, batches):
        entries, slot = slots_of(job, placed(job, block))
        if len(slot) == 0:
            continue
        t = block.t[entries.rows]
        np.minimum.at(least, slot, t)
        np.maximum.at(greatest, slot, t)
        rows.add(slot, [np.ones(len(slot))])
        w, m1, m2 = entries.mass()
        if by == "moments":
            sums.add(slot, [w, m1, m2])
        else:
            rank = t.astype(np.int64) if by == "classes" else np.searchsorted(job["units"], t)
            sums.add(slot * wide + rank, [w])
    yield rows.row(-1)
    yield sums.row(-2)
    yield table({"i": [-3], "g": [many], "b0": [np.arange(many).tobytes()],
                 "b1": [np.array([least, greatest]).tobytes()]})

def do_rows(job, batches):
    """The rows of nodes: for each block their nodes, codes, targets and weights."""
    here = partition()
    for number, block in enumerate(blocks(job, batches)):
        entries, slot = slots_of(job, placed(job, block))
        if len(slot) == 0:
            continue
        parts = []
        for a in range(len(block.widths)):
            add_section(parts, block.codes(a)[entries.rows], block.widths[a])
        w = None if block.w is None else block.w[entries.rows].tobytes()
        yield table({"p": [here], "s": [number], "n": [len(slot)], "b0": [b"".join(parts)],
                     "b1": [block.t[entries.rows].tobytes()], "b2": [w], "b3": [slot.astype(np.int64).tobytes()]})

# ---- sums of several partitions

def do_add(job, batches):
    kept = {}
    for batch in batches:
        for i in range(batch.num_rows):
            a, size = batch.column(0)[i].as_py(), batch.column(1)[i].as_py()
            keys = np.frombuffer(batch.column(2)[i].as_buffer(), np.int64)
            if len(keys) == 0:
                continue
            sums = np.frombuffer(batch.column(3)[i].as_buffer(), np.float64).reshape(-1, len(keys))
            if a not in kept:
                kept[a] = Sums(size, len(sums))
            kept[a].add(keys, list(sums))
    for a, sums in kept.items():
        yield sums.row(a)
`;

/** A source that `eval` turns into a function from a job's bytes to the function that workers call. */
export const SOURCE = `(lambda data: (lambda g: (exec(${JSON.stringify(PROGRAM)}, g), g["main"](data))[1])({}))`;
