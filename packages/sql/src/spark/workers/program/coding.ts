/** What values occur, and cells as codes. */
export const CODING = `
# ---- what values there are

def do_distinct(job, batches):
    """The values of columns, the target last; and how many rows there are, with what keys."""
    found = Found(job)
    for batch in batches:
        found.add(batch, usable_rows(batch, len(found.kinds)))
        if found.is_too_long():
            break
    for i, gaps, blob in found.lists():
        yield table({"i": [i], "g": [gaps], "b": [blob]})

class Found:
    """What the columns of a partition have, the target last: their values, missing ones, and how many rows there are."""
    def __init__(self, job):
        self.kinds, self.most = job["kinds"], job["most"]
        self.values = [set() if kind == "text" else np.empty(0) for kind in self.kinds]
        self.gaps = [0] * len(self.kinds)
        self.counts = RowCounts(job, len(self.kinds))

    def add(self, batch, usable):
        """By column: the values of these rows, and the codes of the usable ones among these values."""
        self.counts.add(batch, usable)
        return [self.add_column(i, kind, batch.column(i), usable) for i, kind in enumerate(self.kinds)]

    def add_column(self, i, kind, column, usable):
        # Levels are those of all rows, numbers those of rows that are learned from.
        if kind != "text" and usable is not None:
            column = column.filter(usable)
        own, codes = own_codes(column, kind)
        if kind == "text" and usable is not None:
            codes = codes[usable.to_numpy(zero_copy_only=False)]
        self.gaps[i] += int((codes == len(own)).sum())
        all_values = self.values[i]
        if all_values is None:
            pass
        elif kind == "text":
            all_values.update(own)
        elif not np.array_equal(all_values, own):
            self.values[i] = np.union1d(all_values, own)
        is_target = i == len(self.kinds) - 1
        if is_target and kind == "number" and self.values[i] is not None and len(self.values[i]) > self.most:
            # Only what looks at the ranks of the target needs a list of it.
            self.values[i] = None
        return own, codes

    def too_long(self):
        return [i for i, values in enumerate(self.values) if values is not None and len(values) > self.most]

    def is_too_long(self):
        # One such column is enough to know that these rows cannot be coded so.
        return len(self.too_long()) > 0

    def lists(self):
        """By column its number, missing values and list, None if that is too long; last, as number -1, the counts."""
        if self.is_too_long():
            yield self.too_long()[0], 1, None
            return
        for i, values in enumerate(self.values):
            yield i, self.gaps[i], None if values is None else values_bytes(values)
        yield -1, 0, self.counts.numbers().tobytes()

def values_bytes(values):
    return values.tobytes() if isinstance(values, np.ndarray) else json.dumps(sorted(values)).encode("utf-8")

def own_codes(column, kind):
    """A column in codes of its own: its values, ascending numbers or levels, and the codes; missing ones have the next."""
    encoded = column.dictionary_encode()
    if kind == "text":
        levels = encoded.dictionary.to_pylist()
        return levels, encoded.indices.fill_null(len(levels)).to_numpy(zero_copy_only=False)
    raw = encoded.dictionary.to_numpy(zero_copy_only=False).astype(np.float64) + 0.0
    values, place = np.unique(raw, return_inverse=True)
    # NaN comes last, and is missing as NULL is.
    values = values[~np.isnan(values)]
    place = np.append(np.minimum(place, len(values)), len(values)).astype(np.int32)
    return values, place[encoded.indices.fill_null(len(raw)).to_numpy(zero_copy_only=False)]

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
        if columns[last]["how"] == "levels":
            t = coded(batch.column(last), columns[last], job, last).astype(np.float64)
        else:
            t = units_of(batch.column(last).to_numpy(zero_copy_only=False), columns[last])
        weights = None
        if job["weighted"]:
            weights = weights_bytes(batch.column(last + 1).to_numpy(zero_copy_only=False), job)
        keys = keys_bytes(keys_of(batch, last + 2)) if job["keyed"] else None
        yield table({"p": [here], "s": [number], "n": [n], "b0": [b"".join(parts)], "b1": [targets_bytes(t)],
                     "b2": [weights], "b3": [keys]})
        number += 1

def units_of(y, target):
    """Targets that are numbers, on the grid of trees or in the unit of boosting."""
    if target["how"] == "units":
        return rounded(y * target["denominator"]) - target["center"]
    return y / target["unit"]

def weights_bytes(w, job):
    return rounded((w * job["scale"]) / job["quantum"]).tobytes()

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
