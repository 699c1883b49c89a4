/** Rows in blocks with codes of their own, so that one pass over them both lists the values and codes the cells. */
export const PACKING = `
# ---- blocks in codes of their own

def do_pack(job, batches):
    """Blocks with the values that their codes stand for; and at the end of the partition what lists it has, numbered from -1 down."""
    found = Found(job)
    last = len(found.kinds) - 1
    # A target that is a number stays one.
    many = last + 1 if found.kinds[last] == "text" else last
    here, number = partition(), 0
    for batch in batches:
        usable = usable_rows(batch, last + 1)
        columns = found.add(batch, usable)
        if found.is_too_long():
            break
        if usable is not None:
            batch = batch.filter(usable)
        n = batch.num_rows
        if n == 0:
            continue
        codes, values = [], []
        for kind, (own, of_rows) in list(zip(found.kinds, columns))[:many]:
            add_section(codes, of_rows, bytes_for(len(own)))
            values.append(json.dumps(own).encode("utf-8") if kind == "text" else own.tobytes())
        yield packed(here, number, n, b"".join(codes), doubles_bytes(batch, last) if many == last else None,
                     doubles_bytes(batch, last + 1) if job["weighted"] else None,
                     keys_bytes(keys_of(batch, last + 2)) if job["keyed"] else None, sections_bytes(values))
        number += 1
    for i, gaps, blob in found.lists():
        yield packed(here, -2 - i, gaps, None, None, None, None, blob)

def doubles_bytes(batch, i):
    return batch.column(i).to_numpy(zero_copy_only=False).astype(np.float64).tobytes()

def packed(p, s, n, *blobs):
    return table({"p": [p], "s": [s], "n": [n]} | {"b%d" % i: [blob] for i, blob in enumerate(blobs)})

def bytes_for(codes):
    """The bytes of a code if there are so many, and one for missing values."""
    return 1 if codes < 256 else 2 if codes < 65536 else 4

def sections_bytes(parts):
    ends = np.cumsum([len(part) for part in parts])
    return np.array([len(parts), *ends], np.int64).tobytes() + b"".join(parts)

def sections(blob):
    many = int(np.frombuffer(blob, np.int64, count=1)[0])
    ends = np.frombuffer(blob, np.int64, count=many, offset=8)
    begin = 8 * (many + 1)
    return [blob[begin + (ends[i - 1] if i else 0):begin + ends[i]] for i in range(many)]

def do_recode(job, batches):
    """Blocks in the codes of all rows, from blocks in codes of their own."""
    columns = job["columns"]
    last = len(columns) - 1
    job["codes_of"] = [{level: code for code, level in enumerate(one.get("levels", []))} for one in columns]
    for batch in batches:
        for i in range(batch.num_rows):
            p, s, n = (batch.column(c)[i].as_py() for c in range(3))
            codes, y, w, keys, values = (batch.column(c)[i].as_py() for c in range(3, 8))
            at, of_rows = 0, []
            for a, own in enumerate(sections(values)):
                meant = meanings(own, columns[a], job, a)
                width = bytes_for(len(meant) - 1)
                of_rows.append(meant[np.frombuffer(codes, KINDS[width], count=n, offset=at)])
                at += (n * width + 7) // 8 * 8
            t = of_rows[last].astype(np.float64) if y is None else units_of(np.frombuffer(y), columns[last])
            parts = []
            for a in range(last):
                add_section(parts, of_rows[a], columns[a]["bytes"])
            yield table({"p": [p], "s": [s], "n": [n], "b0": [b"".join(parts)], "b1": [targets_bytes(t)],
                         "b2": [None if w is None else weights_bytes(np.frombuffer(w), job)], "b3": [keys]})

def meanings(own, coding, job, a):
    """The code among all rows of each code of the block; last of missing values."""
    if coding["how"] == "levels":
        places = job["codes_of"][a]
        return np.array([places[level] for level in json.loads(own)] + [len(places)], KINDS[coding.get("bytes", 4)])
    known, values = job["values%d" % a], np.frombuffer(own) if len(own) else np.empty(0)
    return np.append(np.searchsorted(known, values), len(known)).astype(KINDS[coding["bytes"]])
`;
