/** Parts of the rows: folds, rows held out, bags; and the random order that folds are dealt by. */
export const PARTS = `
# ---- parts of the rows

def chosen(job, block):
    """The rows of a block that the part has; what they count for in a bag becomes their weight."""
    rows = np.arange(block.n)
    for choice in job["choices"]:
        if "bag" in choice:
            counts = counts_of(choice["bag"], block)
            if choice["empty"]:
                counts = np.ones(block.n, np.int64)
            if choice["out"]:
                rows = rows[counts[rows] == 0]
                continue
            rows = rows[counts[rows] > 0]
            if choice["counted"]:
                block.w = counts * job["unit"]
            continue
        order = block.cells("b4", np.int64)[rows]
        if "fold" in choice:
            inside = order % choice["of"] == choice["fold"]
        else:
            before = np.floor((order * choice["wanted"]).astype(np.float64) / choice["rows"])
            inside = np.floor(((order + 1) * choice["wanted"]).astype(np.float64) / choice["rows"]) > before
        rows = rows[inside != choice["rest"]]
    return rows

def counts_of(bag, block):
    """How often each row of a block counts, by its key."""
    bits = chance(bag["key"], block.keys()).astype(np.int64)
    if "limit" in bag:
        return (bits < bag["limit"]).astype(np.int64)
    if "limits" in bag:
        return np.searchsorted(np.array(bag["limits"], np.int64), bits, side="right")
    rate = np.minimum(700, ((block.w * bag["quantum"]) * bag["times"]) / bag["total"])
    share = exp(-rate)
    total, counts, more = share, np.zeros(block.n, np.int64), np.ones(block.n, bool)
    for n in range(255):
        more &= (total < 1 - 1e-10) & (bits >= np.ceil(total * 4294967296))
        if not more.any():
            break
        counts += more
        share = (share * rate) / (n + 1)
        total = total + share
    return counts

def do_count(job, batches):
    """The rows of the part, and what they weigh."""
    rows, weight = 0, 0.0
    for block in blocks(job, batches):
        rows += len(block.rows)
        weight += len(block.rows) * job["unit"] if block.w is None else block.w[block.rows].sum()
    yield table({"i": [-1], "g": [1], "b0": [None], "b1": [np.array([rows, weight], np.float64).tobytes()]})

# ---- an order of the rows: class by class, and by chance

def hashes_of(job, block):
    """By row of the part: class, hash, what equal hashes are told apart by, and key."""
    rows = block.rows
    keys = block.keys()
    keys = np.zeros(len(rows), np.int64) if keys is None else keys[rows]
    classes = block.t[rows].astype(np.int64) if job["classes"] else np.zeros(len(rows), np.int64)
    if job["by"] == "key":
        nothing = np.zeros(len(rows), np.int64)
        return classes, chance(job["key"], keys).astype(np.int64), nothing, nothing, keys
    first, second = contents(job, block, "first"), contents(job, block, "second")
    with np.errstate(over="ignore"):
        h = hashed(hashed(np.full(len(rows), job["key"], np.uint32), first), second)
    return classes, h.astype(np.int64), first.astype(np.int64), second.astype(np.int64), keys

def contents(job, block, word):
    """What is in the rows: a sum of hashes over their cells, targets and weights."""
    rows, keys = block.rows, job[word].astype(np.int64)
    tables = job.setdefault("tables_" + word, {})
    many = len(block.widths)
    total = np.zeros(len(rows), np.uint32)
    with np.errstate(over="ignore"):
        for a in range(many):
            if a not in tables:
                codes = np.arange(int(job["codes"][a]) + 1)
                tables[a] = hashed(np.full(len(codes), keys[a], np.uint32), codes)
            total += tables[a][block.codes(a)[rows]]
        total += chance(keys[many], block.t[rows].astype(np.int64))
        if job["content_weights"]:
            total += chance(keys[many + 1], block.w[rows].astype(np.int64))
    return total

SPREAD = 20

def do_spread(job, batches):
    """How many rows there are of each class with hashes in each range."""
    counts = Sums(job["many_classes"] << (32 - SPREAD), 1)
    for block in blocks(job, batches):
        classes, h, _, _, _ = hashes_of(job, block)
        counts.add((classes << (32 - SPREAD)) + (h >> SPREAD), [np.ones(len(h))])
    yield counts.row(-1)

def do_hashes(job, batches):
    """The rows, by the group of ranges that they are in."""
    for block in blocks(job, batches):
        classes, h, first, second, keys = hashes_of(job, block)
        group = job["group_of"][(classes << (32 - SPREAD)) + (h >> SPREAD)]
        for g in np.unique(group).tolist():
            some = group == g
            columns = np.array([block.rows[some], classes[some], h[some], first[some], second[some], keys[some]])
            yield table({"g": [g], "p": [block.number("p")], "s": [block.number("s")], "b0": [columns.tobytes()]})

def do_ranks(job, batches):
    """The numbers of the rows in the order, block by block."""
    groups = {}
    for batch in batches:
        for i in range(batch.num_rows):
            g, p, s = (batch.column(c)[i].as_py() for c in range(3))
            columns = np.frombuffer(batch.column(3)[i].as_buffer(), np.int64).reshape(6, -1)
            groups.setdefault(g, []).append((p, s, columns))
    for g, parts in groups.items():
        _, classes, h, first, second, keys = np.concatenate([columns for _, _, columns in parts], axis=1)
        numbers = np.empty(len(h), np.int64)
        numbers[np.lexsort((keys, second, first, h, classes))] = int(job["starts"][g]) + np.arange(len(h))
        at = 0
        for p, s, columns in parts:
            many = columns.shape[1]
            yield table({"p": [p], "s": [s], "b0": [np.array([columns[0], numbers[at:at + many]]).tobytes()]})
            at += many

def do_place(job, batches):
    """Blocks of the part's rows, with their numbers in the order."""
    for block in blocks(job, batches):
        lists = block.batch.column(block.batch.schema.get_field_index("l"))[block.i].as_py()
        rows, numbers = np.concatenate([np.frombuffer(one, np.int64).reshape(2, -1) for one in lists], axis=1)
        by_row = np.argsort(rows)
        rows, numbers = rows[by_row], numbers[by_row]
        parts = []
        for a in range(len(block.widths)):
            add_section(parts, block.codes(a)[rows], block.widths[a])
        keys = block.keys()
        yield table({"p": [block.number("p")], "s": [block.number("s")], "n": [len(rows)], "b0": [b"".join(parts)],
                     "b1": [targets_bytes(block.t[rows])], "b2": [None if block.w is None else block.w[rows].astype(np.float64).tobytes()],
                     "b3": [None if keys is None else keys_bytes(keys[rows])], "b4": [numbers.tobytes()]})
`;
