/** The node of each row, by what was divided so far. */
export const NODES = `
# ---- the node of each row, by what was divided so far

class Entries:
    """Rows with the node that they are in, and with their mass if it is a fraction."""
    def __init__(self, block):
        self.block = block
        self.rows = block.rows
        self.node = np.zeros(len(block.rows), np.int64)
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
`;
