/** Blocks of coded rows. */
export const BLOCKS = `
# ---- blocks

class Block:
    def __init__(self, job, batch, i, kept=None):
        self.job, self.batch, self.i, self.kept = job, batch, i, kept
        self.n = n = batch.column(batch.schema.get_field_index("n"))[i].as_py()
        self.bytes = self.cells("b0", np.uint8)
        self.widths = job["widths"]
        self.starts = np.concatenate([[0], np.cumsum((n * self.widths + 7) // 8 * 8)])
        t = self.cells("b1", np.uint8)
        self.t = t if t is None else t.astype(np.float64) if len(t) == n else t.view(np.float64)
        self.is_narrow = bool((self.widths == 1).all())
        self.w = self.cells("b2", np.float64) if job["weighted"] else None
        self.rows = chosen(job, self) if job.get("choices") else np.arange(n)

    def cells(self, name, kind):
        """A column of the block; None where there is none, or it is not read."""
        if self.kept is not None:
            return None if self.kept[name] is None else self.kept[name].view(kind)
        at = self.batch.schema.get_field_index(name)
        buffer = None if at < 0 else self.batch.column(at)[self.i].as_buffer()
        return None if buffer is None else np.frombuffer(buffer, kind)

    def keys(self):
        keys = self.cells("b3", np.int64)
        return np.arange(keys[0], keys[0] + self.n) if keys is not None and len(keys) == 1 else keys

    def number(self, name):
        return self.batch.column(self.batch.schema.get_field_index(name))[self.i].as_py()

    def codes(self, a):
        width = self.widths[a]
        return np.frombuffer(self.bytes, KINDS[width], count=self.n, offset=self.starts[a])

    def codes_at(self, rows, attributes):
        # Of each row the code of an attribute of its own.
        if self.is_narrow:
            return self.bytes[self.starts[attributes] + rows]
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
`;
