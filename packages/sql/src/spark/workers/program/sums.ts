/** Sums over the rows of nodes, and sums of these. */
export const SUMS = `
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
        """A row of results: the sums of all keys, or of those that occur with their keys, as doubles."""
        if self.dense is not None:
            keys = np.nonzero(self.dense.any(axis=0))[0]
            if 2 * len(keys) > self.size:
                return table({"i": [i], "g": [self.size], "b0": [None], "b1": [self.dense.tobytes()]})
            sums = self.dense[:, keys]
        elif self.parts:
            self.merge()
            keys, columns = self.parts[0]
            sums = np.array(columns)
        else:
            keys, sums = np.empty(0), np.empty((self.width, 0))
        return table({"i": [i], "g": [self.size], "b0": [keys.astype(np.float64).tobytes()], "b1": [sums.tobytes()]})

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
    yield table({"i": [-3], "g": [many], "b0": [None],
                 "b1": [np.array([least, greatest]).tobytes()]})

def do_rows(job, batches):
    """The rows of nodes: for each block how many of each node, their codes, targets and weights."""
    here = partition()
    for number, block in enumerate(blocks(job, batches)):
        entries, slot = slots_of(job, placed(job, block))
        if len(slot) == 0:
            continue
        # Those of a node together.
        rows = entries.rows[np.argsort(slot, kind="stable")]
        counts = np.bincount(slot, minlength=len(job["nodes"])).astype(np.float64)
        parts = []
        for a in range(len(block.widths)):
            add_section(parts, block.codes(a)[rows], block.widths[a])
        w = None if block.w is None else block.w[rows].astype(np.float64).tobytes()
        yield table({"p": [here], "s": [number], "n": [len(rows)], "b0": [b"".join(parts)],
                     "b1": [targets_bytes(block.t[rows])], "b2": [w], "b3": [counts.tobytes()]})

# ---- sums of several partitions

def do_add(job, batches):
    kept = {}
    for batch in batches:
        for i in range(batch.num_rows):
            a, size = batch.column(0)[i].as_py(), batch.column(1)[i].as_py()
            some = batch.column(2)[i].as_buffer()
            keys = np.arange(size) if some is None else np.frombuffer(some, np.float64).astype(np.int64)
            if len(keys) == 0:
                continue
            sums = np.frombuffer(batch.column(3)[i].as_buffer(), np.float64).reshape(-1, len(keys))
            if a not in kept:
                kept[a] = Sums(size, len(sums))
            kept[a].add(keys, list(sums))
    for a, sums in kept.items():
        yield sums.row(a)
`;
