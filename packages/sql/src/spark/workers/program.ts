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
            else:
                found[i] = np.union1d(found[i], known.drop_null().to_numpy(zero_copy_only=False))
            if len(found[i]) <= most:
                continue
            if kind == "number" and i == len(kinds) - 1:
                # Of the target only what looks at its ranks needs a list.
                found[i] = None
            else:
                # One such column is enough to know that these rows cannot be coded so.
                yield table({"i": [i], "g": [1], "b": [None]})
                return
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
        elif target["how"] == "value":
            t = batch.column(last).to_numpy(zero_copy_only=False) / target["unit"]
        else:
            t = coded(batch.column(last), target, job, last).astype(np.float64)
        weights = None
        if job["weighted"]:
            w = batch.column(last + 1).to_numpy(zero_copy_only=False)
            weights = rounded((w * job["scale"]) / job["quantum"]).tobytes()
        keys = keys_of(batch, last + 2).tobytes() if job["keyed"] else None
        yield table({"p": [here], "s": [number], "n": [n], "b0": [b"".join(parts)], "b1": [t.tobytes()],
                     "b2": [weights], "b3": [keys]})
        number += 1

def keys_of(batch, i):
    return batch.column(i).to_numpy(zero_copy_only=False).astype(np.int64)

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
        codes = codes.fill_null(len(coding["levels"])).to_numpy(zero_copy_only=False)
        # Levels that share a code, the last for missing ones.
        return job["lut%d" % i][codes] if coding.get("lut") else codes
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

# ---- boosting: chance, gradients, scores

def hashed(key, item):
    z = np.uint32(key) + item.astype(np.uint32) * np.uint32(0x9e3779b9)
    z = (z ^ (z >> np.uint32(16))) * np.uint32(0x21f0aaad)
    z = (z ^ (z >> np.uint32(15))) * np.uint32(0x735a2d97)
    return z ^ (z >> np.uint32(15))

def chance(key, keys):
    """By row: the hash of its key, a whole number of 64 bits."""
    with np.errstate(over="ignore"):
        low = hashed(np.full(len(keys), key, np.uint32), keys & 0xffffffff)
        high = (keys >> 32) & 0xffffffff
        return np.where(high == 0, low, hashed(low, high))

def is_held(job, keys):
    held = job.get("held")
    if held is None:
        return np.zeros(len(keys), bool)
    if "only" in held:
        return keys == held["only"]
    if "all_but" in held:
        return keys != held["all_but"]
    return chance(held["key"], keys) < held["limit"]

FACTORIALS = [6227020800, 479001600, 39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2, 1, 1]

def exp(given):
    """As the library's own: + - * and floor only, in this order."""
    x = np.clip(given, -708, 709)
    k = np.floor(x * 1.4426950408889634 + 0.5)
    r = x - k * 0.6931471803691238 - k * 1.9082149292705877e-10
    total = 1 / FACTORIALS[0]
    for n in FACTORIALS[1:]:
        total = total * r + 1 / n
    return total * ((k.astype(np.int64) + 1023) << 52).view(np.float64)

def derivatives(loss, scores, y):
    """By output: gradient and hessian of rows of weight 1."""
    name, parameter = loss["name"], loss["parameter"]
    if name == "softmax":
        many = len(scores)
        factor = many / (many - 1)
        top = scores[0]
        for one in scores[1:]:
            top = np.maximum(top, one)
        powers = [exp(one - top) for one in scores]
        total = 0
        for one in powers:
            total = total + one
        inverse = 1 / total
        shares = [one * inverse for one in powers]
        return [(p - (y == i), factor * p * (1 - p)) for i, p in enumerate(shares)]
    s = scores[0]
    if name == "logistic":
        p = 1 / (1 + exp(-s))
        return [(p - y, p * (1 - p))]
    if name == "poisson":
        h = exp(s)
        return [(h - y, h)]
    ahead = s - y
    ones = np.ones(len(s))
    if name == "squared":
        return [(ahead, ones)]
    if name == "huber":
        return [(np.minimum(np.maximum(ahead, -parameter), parameter), ones)]
    if name == "absolute":
        return [(np.sign(ahead), ones)]
    return [(np.where(ahead >= 0, 1 - parameter, -parameter), ones)]

def go_down(job, block, rows, node):
    """Sends rows down from the nodes they are in, as far as divisions are known; node is changed."""
    attribute = job["n_attribute"]
    todo = np.arange(len(rows))
    while True:
        at = node[todo]
        a = attribute[at]
        inner = a >= 0
        if not inner.all():
            todo, at, a = todo[inner], at[inner], a[inner]
        if len(todo) == 0:
            return node
        code = block.codes_at(rows[todo], a)
        flags = job["n_flags"][at]
        left = np.where(code == job["missing"][a], (flags & 1) != 0, code <= job["n_bin"][at])
        listed = (flags & 2) != 0
        if listed.any():
            left[listed] = job["n_sides"][job["n_start"][at[listed]] + code[listed]] == 1
        node[todo] = np.where(left, job["n_left"][at], job["n_right"][at])

def cache():
    """What a worker remembers of blocks, to begin where it left off. A worker without it begins anew: the result is the same."""
    import sys
    import types
    kept = sys.modules.setdefault("_coppice_blocks", types.ModuleType("_coppice_blocks"))
    if not hasattr(kept, "states"):
        kept.states, kept.size = {}, 0
    return kept

CACHE_BYTES = 1 << 28

class Boosted:
    """The scores of a block, its gradients in this round, and the nodes of its rows in the tree that grows."""
    def __init__(self, job, block):
        self.trees, self.round, self.tree, self.steps = 0, -1, -1, 0
        self.scores = [block.scores[o].copy() for o in range(job["outputs"])]
        self.keys = block.keys
        self.held = is_held(job, block.keys)
        self.bytes = block.n * (8 * job["outputs"] + 24 + 16 * job["outputs"])

    def fits(self, job):
        """Whether the job can go on from here: gradients are those of the scores at the beginning of the round."""
        begun = job.get("round_trees", job["trees"])
        return self.trees <= begun or (self.trees <= job["trees"] and self.round == job.get("round"))

    def bring_up(self, job, block):
        rows = np.arange(block.n)
        first = job["tree_first"]
        while True:
            if "round" in job and self.round != job["round"] and self.trees == job["round_trees"]:
                self.start_round(job, block)
            if self.trees == job["trees"]:
                break
            node = go_down(job, block, rows, np.full(block.n, first[self.trees], np.int64))
            output = job["tree_output"][self.trees]
            self.scores[output] = self.scores[output] + job["n_value"][node]
            self.trees += 1
        if "steps" in job:
            if self.tree != job["trees"] or self.steps > job["steps"]:
                self.node = np.full(block.n, first[job["trees"]], np.int64)
                self.tree = job["trees"]
            self.steps = job["steps"]
            go_down(job, block, rows, self.node)

    def weighted(self, job, block):
        w = 1 if block.w is None else block.w * job["quantum"]
        found = derivatives(job["loss"], self.scores, block.t)
        return [(g * w, h * w) for g, h in found]

    def start_round(self, job, block):
        dither = chance(job["ditherKey"], self.keys)
        upper, lower = (dither >> np.uint32(16)) / 65536, (dither & np.uint32(0xffff)) / 65536
        found = self.weighted(job, block)
        self.g = [np.floor(g * job["gradientScale"] + upper) for g, _ in found]
        self.h = [np.floor(h * job["hessianScale"] + lower) for _, h in found]
        self.drawn = ~self.held & (chance(job["rowKey"], self.keys) < job["rowLimit"])
        self.round = job["round"]

def boosted_blocks(job, batches):
    kept = cache()
    for batch in batches:
        for i in range(batch.num_rows):
            at = lambda name: batch.column(batch.schema.get_field_index(name))[i]
            block = Block(job, batch, i)
            block.keys = np.frombuffer(at("b3").as_buffer(), np.int64)
            if job["scored"]:
                block.scores = np.frombuffer(at("b4").as_buffer(), np.float64).reshape(job["outputs"], block.n)
            else:
                block.scores = np.repeat(np.array(job["base"], np.float64), block.n).reshape(job["outputs"], block.n)
            name = (job["table"], at("p").as_py(), at("s").as_py())
            state = kept.states.pop(name, None)
            if state is None or not state.fits(job):
                if state is not None:
                    kept.size -= state.bytes
                state = Boosted(job, block)
                kept.size += state.bytes
            # The latest last: the first are forgotten where there are too many.
            kept.states[name] = state
            while kept.size > CACHE_BYTES and len(kept.states) > 1:
                kept.size -= kept.states.pop(next(iter(kept.states))).bytes
            state.bring_up(job, block)
            yield block, state

def do_facts(job, batches):
    """Before bins are known: what levels and targets the training rows have."""
    columns = job["columns"]
    last = len(columns) - 1
    many = {i: Sums(len(c["levels"]) + 1, 1) for i, c in enumerate(columns[:-1])}
    target = columns[last]
    classes = Sums(len(target["levels"]), 1) if target["how"] == "levels" else None
    rows = held_rows = 0
    total = sum1 = most = largest = 0.0
    least, top = np.inf, -np.inf
    for batch in batches:
        usable = usable_rows(batch, len(columns))
        if usable is not None:
            batch = batch.filter(usable)
        if batch.num_rows == 0:
            continue
        keys = keys_of(batch, last + 2)
        held = is_held(job, keys)
        rows += len(keys)
        held_rows += int(held.sum())
        top = max(top, keys.max())
        kept = ~held
        for i, coding in enumerate(columns[:-1]):
            codes = coded(batch.column(i), coding, job, i)[kept]
            many[i].add(codes.astype(np.int64), [np.ones(len(codes))])
        if job["weighted"]:
            w = rounded((batch.column(last + 1).to_numpy(zero_copy_only=False) * job["scale"]) / job["quantum"])
            most = max(most, w.max())
        else:
            w = np.full(len(keys), 1.0)
        total += w[kept].sum()
        if classes is not None:
            codes = coded(batch.column(last), target, job, last)[kept]
            classes.add(codes.astype(np.int64), [w[kept]])
        else:
            y = batch.column(last).to_numpy(zero_copy_only=False)
            u = rounded(y * target["denominator"]) - target["center"]
            part = rounded(((w * job["quantum"]) * u) / job["quantum1"]) if job["weighted"] else u
            sum1 += part[kept].sum()
            largest, least = max(largest, np.abs(y).max()), min(least, y.min())
    for i, counts in many.items():
        yield counts.row(i)
    if classes is not None:
        yield classes.row(-1)
    numbers = [rows, held_rows, total, sum1, most, largest, least, top]
    yield table({"i": [-2], "g": [1], "b0": [np.zeros(1, np.int64).tobytes()],
                 "b1": [np.array(numbers, np.float64).tobytes()]})

def do_largest(job, batches):
    g = h = 0.0
    for block, state in boosted_blocks(job, batches):
        [(gradient, hessian)] = state.weighted(job, block)
        kept = ~state.held
        if kept.any():
            g, h = max(g, np.abs(gradient[kept]).max()), max(h, hessian[kept].max())
    yield table({"i": [-3], "g": [1], "b0": [np.zeros(1, np.int64).tobytes()], "b1": [np.array([g, h]).tobytes()]})

def do_grow(job, batches):
    output, nodes, counted = job["output"], job["nodes"], job["counted"]
    first = int(job["tree_first"][job["trees"]])
    slots = np.full(len(job["n_attribute"]), -1)
    slots[nodes + first] = np.arange(len(nodes))
    places = np.full(len(job["n_attribute"]), -1)
    places[counted + first] = np.arange(len(counted))
    sums = {a: Sums(len(nodes) * (int(job["missing"][a]) + 1), 2) for a in job["attributes"].tolist()} if len(nodes) else {}
    rows = Sums(len(counted), 1)
    root = np.zeros(2)
    for block, state in boosted_blocks(job, batches):
        g, h = state.g[output], state.h[output]
        if job["fresh"]:
            root += [g[state.drawn].sum(), h[state.drawn].sum()]
        place = places[state.node[state.drawn]]
        place = place[place >= 0]
        if len(place):
            rows.add(place, [np.ones(len(place))])
        slot = slots[state.node]
        here = np.nonzero((slot >= 0) & state.drawn)[0]
        if len(here) == 0:
            continue
        is_all = len(here) == block.n
        slot, g, h = (slot, g, h) if is_all else (slot[here], g[here], h[here])
        base = {}
        for a, total in sums.items():
            many = int(job["missing"][a]) + 1
            if many not in base:
                base[many] = slot * many
            code = block.codes(a)
            total.add(base[many] + (code if is_all else code[here]), [g, h])
    for a, total in sums.items():
        yield total.row(a)
    yield rows.row(-1)
    yield table({"i": [-2], "g": [1], "b0": [np.zeros(1, np.int64).tobytes()], "b1": [root.tobytes()]})

def do_held(job, batches):
    for block, state in boosted_blocks(job, batches):
        held = state.held
        if not held.any():
            continue
        w = np.ones(block.n) if block.w is None else block.w * job["quantum"]
        columns = np.array([block.t[held], w[held]] + [one[held] for one in state.scores])
        yield table({"i": [-4], "g": [int(held.sum())], "b0": [state.keys[held].tobytes()], "b1": [columns.tobytes()]})

def do_score(job, batches):
    """The same blocks with their scores so far."""
    for batch in batches:
        for i in range(batch.num_rows):
            one = batch.slice(i, 1)
            for block, state in boosted_blocks(job, [one]):
                cell = lambda name: one.column(one.schema.get_field_index(name))[0].as_py()
                yield table({name: [cell(name)] for name in ("p", "s", "n", "b0", "b1", "b2", "b3")}
                            | {"b4": [np.array(state.scores).tobytes()]})

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
