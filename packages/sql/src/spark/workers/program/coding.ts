/** What values occur, and cells as codes. */
export const CODING = `
# ---- what values there are

def do_distinct(job, batches):
    """The values of columns, the target last; and how many rows there are, with what keys."""
    kinds, most = job["kinds"], job["most"]
    found = [set() if kind == "text" else np.empty(0) for kind in kinds]
    gaps = [0] * len(kinds)
    counts = RowCounts(job, len(kinds))
    for batch in batches:
        usable = usable_rows(batch, len(kinds))
        counts.add(batch, usable)
        for i, kind in enumerate(kinds):
            column = batch.column(i)
            known = column if usable is None else column.filter(usable)
            if kind == "text":
                gaps[i] += known.null_count
                if found[i] is not None:
                    found[i].update(pc.unique(column.drop_null()).to_pylist())
            else:
                raw = known.to_numpy(zero_copy_only=False)
                gap = np.isnan(raw)
                gaps[i] += int(gap.sum())
                if found[i] is not None:
                    found[i] = np.union1d(found[i], np.unique(raw[~gap]).astype(np.float64) + 0.0)
            if found[i] is None or len(found[i]) <= most:
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
    yield table({"i": [-1], "g": [0], "b": [counts.numbers().tobytes()]})

class RowCounts:
    """Of a partition: usable rows, rows without target, rows of no weight; valid keys, the least and the greatest, and whether none repeats."""
    def __init__(self, job, columns):
        self.keyed, self.columns = job["keyed"], columns
        self.rows = self.untargeted = self.weightless = self.valid = 0
        self.keys = []

    def add(self, batch, usable):
        y, w = batch.column(self.columns - 1), batch.column(self.columns)
        n = batch.num_rows if usable is None else pc.sum(usable).as_py() or 0
        self.rows += n
        self.untargeted += y.null_count
        self.weightless += batch.num_rows - y.null_count - n
        if self.keyed:
            k = batch.column(self.columns + 1)
            k = (k if usable is None else k.filter(usable)).to_numpy(zero_copy_only=False)
            k = k[(k == np.floor(k)) & (np.abs(k) <= 9007199254740991)]
            self.valid += len(k)
            self.keys.append(k)

    def numbers(self):
        keys = np.concatenate(self.keys) if self.keys else np.empty(0)
        differ = len(keys) < 2 or bool((np.diff(keys) > 0).all()) or len(np.unique(keys)) == len(keys)
        ends = [keys.min(), keys.max()] if len(keys) else [np.nan, np.nan]
        return np.array([self.rows, self.untargeted, self.weightless, self.valid, *ends, differ], np.float64)

def numbers_of(column):
    """As they are compared: NaN where missing, and -0 is 0."""
    return column.to_numpy(zero_copy_only=False).astype(np.float64) + 0.0

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
        keys = keys_bytes(keys_of(batch, last + 2)) if job["keyed"] else None
        yield table({"p": [here], "s": [number], "n": [n], "b0": [b"".join(parts)], "b1": [targets_bytes(t)],
                     "b2": [weights], "b3": [keys]})
        number += 1

def targets_bytes(t):
    """One byte each where that is enough, as it is for classes."""
    if t.min() >= 0 and t.max() < 256 and np.array_equal(t, np.floor(t)):
        return t.astype(np.uint8).tobytes()
    return t.tobytes()

def keys_bytes(keys):
    """Of keys that follow one another the first is enough."""
    follow = len(keys) > 1 and np.array_equal(keys, np.arange(keys[0], keys[0] + len(keys)))
    return (keys[:1] if follow else keys).tobytes()

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
    x = numbers_of(column)
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
`;
