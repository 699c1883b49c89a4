/** What workers remember of blocks from one request to the next. */
export const REMEMBERED = `
# ---- what a worker remembers

def cache():
    """What a worker remembers of blocks, to begin where it left off. A worker without it begins anew: the result is the same."""
    import sys
    import types
    kept = sys.modules.setdefault("_coppice_blocks", types.ModuleType("_coppice_blocks"))
    if not hasattr(kept, "states"):
        kept.states, kept.size = {}, 0
    return kept

CACHE_BYTES = 1 << 30

class Forgotten(Exception):
    """A block of which only the number was sent is not remembered."""

def remembered(job, batches, kind):
    """Blocks with a state of this kind, brought up to what the job says; it begins where this worker left off, if it did."""
    kept = cache()
    for batch, i in ((batch, i) for batch in batches for i in range(batch.num_rows)):
        p, s = (batch.column(batch.schema.get_field_index(name))[i].as_py() for name in ("p", "s"))
        name = (kind.__name__, job["table"], job.get("state"), p, s)
        if job.get("numbered"):
            state = kept.states.get(name)
            if state is None or state.kept is None or not state.fits(job):
                raise Forgotten()
            block = Block(job, batch, i, state.kept)
        else:
            block = Block(job, batch, i)
        state = kept.states.pop(name, None)
        if state is None or not state.fits(job):
            if state is not None:
                kept.size -= state.bytes
            state = kind(job, block)
            kept.size += state.bytes
        # The latest last: the first are forgotten where there are too many.
        kept.states[name] = state
        while kept.size > CACHE_BYTES and len(kept.states) > 1:
            kept.size -= kept.states.pop(next(iter(kept.states))).bytes
        state.bring_up(job, block)
        yield block, state

def with_column(block, name, value):
    row = {one: [block.number(one)] for one in ("p", "s", "n", "b0", "b1", "b2", "b3")}
    return table(row | {name: [value]})
`;
