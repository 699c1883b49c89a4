/** Scores, gradients and nodes of boosting. */
export const BOOSTING = `
# ---- boosting

def is_held(job, keys):
    held = job.get("held")
    if held is None:
        return np.zeros(len(keys), bool)
    if "only" in held:
        return keys == held["only"]
    if "all_but" in held:
        return keys != held["all_but"]
    return chance(held["key"], keys) < held["limit"]

def softmax(scores):
    top = scores[0]
    for one in scores[1:]:
        top = np.maximum(top, one)
    powers = [exp(one - top) for one in scores]
    total = 0
    for one in powers:
        total = total + one
    inverse = 1 / total
    return [one * inverse for one in powers]

def derivatives(loss, scores, y):
    """By output: gradient and hessian of rows of weight 1."""
    name, parameter = loss["name"], loss["parameter"]
    if name == "softmax":
        factor = len(scores) / (len(scores) - 1)
        return [(p - (y == i), factor * p * (1 - p)) for i, p in enumerate(softmax(scores))]
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

def narrow(whole):
    """In half the bytes, where that is enough."""
    return whole.astype(np.int32) if np.abs(whole).max(initial=0) < 2147483648 else whole

def block_bytes(kept):
    return 0 if kept is None else sum(0 if one is None else one.nbytes for one in kept.values())

class Boosted:
    """The scores of a block, its gradients in this round, and the nodes of its rows in the tree that grows."""
    def __init__(self, job, block):
        self.trees, self.round, self.tree, self.steps = 0, -1, -1, 0
        outputs = job["outputs"]
        if job["scored"]:
            self.scores = list(block.cells("b4", np.float64).reshape(outputs, block.n).copy())
        else:
            self.scores = [np.full(block.n, base, np.float64) for base in job["base"]]
        self.held = is_held(job, block.keys())
        # The block itself too: then its number is enough from the next request on.
        columns = {name: block.cells(name, np.uint8) for name in ("b0", "b1", "b2", "b3")} if job["keep"] else None
        self.kept = columns and {name: None if one is None else one.copy() for name, one in columns.items()}
        self.bytes = block.n * (16 * job["outputs"] + 6) + block_bytes(self.kept)

    def fits(self, job):
        """Whether the job can go on from here: gradients are those of the scores at the beginning of the round."""
        begun = job.get("round_trees", job["trees"])
        return self.trees <= begun or (self.trees <= job["trees"] and self.round == job.get("round"))

    def forget_block(self):
        """Makes room for the states of more blocks."""
        self.bytes -= block_bytes(self.kept)
        cache().size -= block_bytes(self.kept)
        self.kept = None

    def bring_up(self, job, block):
        if self.kept is not None and not job["keep"]:
            self.forget_block()
        rows = np.arange(block.n)
        first = job["tree_first"]
        while True:
            if "round" in job and self.round != job["round"] and self.trees == job["round_trees"]:
                self.start_round(job, block)
            if self.trees == job["trees"]:
                break
            node = go_down(job, block, rows, np.full(block.n, first[self.trees], np.int32))
            output = job["tree_output"][self.trees]
            self.scores[output] = self.scores[output] + job["n_value"][node]
            self.trees += 1
        if "steps" in job:
            if self.tree != job["trees"] or self.steps > job["steps"]:
                self.node = np.full(block.n, first[job["trees"]], np.int32)
                self.tree = job["trees"]
            self.steps = job["steps"]
            go_down(job, block, rows, self.node)

    def weighted(self, job, block):
        w = 1 if block.w is None else block.w * job["quantum"]
        found = derivatives(job["loss"], self.scores, block.t)
        return [(g * w, h * w) for g, h in found]

    def start_round(self, job, block):
        keys = block.keys()
        dither = chance(job["ditherKey"], keys)
        upper, lower = (dither >> np.uint32(16)) / 65536, (dither & np.uint32(0xffff)) / 65536
        found = self.weighted(job, block)
        self.g = [narrow(np.floor(g * job["gradientScale"] + upper)) for g, _ in found]
        self.h = [narrow(np.floor(h * job["hessianScale"] + lower)) for _, h in found]
        self.drawn = ~self.held & (chance(job["rowKey"], keys).astype(np.int64) < job["rowLimit"])
        self.round = job["round"]

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
    yield table({"i": [-2], "g": [1], "b0": [None],
                 "b1": [np.array(numbers, np.float64).tobytes()]})

def do_largest(job, batches):
    g = h = 0.0
    for block, state in remembered(job, batches, Boosted):
        [(gradient, hessian)] = state.weighted(job, block)
        kept = ~state.held
        if kept.any():
            g, h = max(g, np.abs(gradient[kept]).max()), max(h, hessian[kept].max())
    yield table({"i": [-3], "g": [1], "b0": [None], "b1": [np.array([g, h]).tobytes()]})

def do_grow(job, batches):
    try:
        yield from list(grown(job, batches))
    except Forgotten:
        yield table({"i": [-6], "g": [1], "b0": [None], "b1": [np.ones(1).tobytes()]})

def grown(job, batches):
    output, nodes, counted = job["output"], job["nodes"], job["counted"]
    first = int(job["tree_first"][job["trees"]])
    slots = np.full(len(job["n_attribute"]), -1)
    slots[nodes + first] = np.arange(len(nodes))
    places = np.full(len(job["n_attribute"]), -1)
    places[counted + first] = np.arange(len(counted))
    sums = {a: Sums(len(nodes) * (int(job["missing"][a]) + 1), 2) for a in job["attributes"].tolist()} if len(nodes) else {}
    rows = Sums(len(counted), 1)
    root = np.zeros(2)
    for block, state in remembered(job, batches, Boosted):
        g, h = state.g[output].astype(np.float64), state.h[output].astype(np.float64)
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
    yield table({"i": [-2], "g": [1], "b0": [None], "b1": [root.tobytes()]})

def do_held(job, batches):
    for block, state in remembered(job, batches, Boosted):
        held = state.held
        if not held.any():
            continue
        w = np.ones(block.n) if block.w is None else block.w * job["quantum"]
        columns = np.array([block.t[held], w[held]] + [one[held] for one in state.scores])
        yield table({"i": [-4], "g": [int(held.sum())], "b0": [block.keys()[held].astype(np.float64).tobytes()], "b1": [columns.tobytes()]})

def do_figures(job, batches):
    """What the scores predict: weights by true class and predicted class, and sums of losses, logarithmic and squared."""
    many = job["classes"]
    confusion, losses = np.zeros(many * many), np.zeros(2)
    for block, state in remembered(job, batches, Boosted):
        if job["loss"]["name"] == "softmax":
            shares = np.array(softmax(state.scores))
        else:
            p = 1 / (1 + exp(-state.scores[0]))
            shares = np.array([1 - p, p])
        best, label = shares[0].copy(), np.zeros(block.n, np.int64)
        for k in range(1, many):
            # Closer ones are a tie, which the first class wins.
            better = shares[k] > best + 1e-12
            best[better], label[better] = shares[k][better], k
        true = block.t.astype(np.int64)
        w = np.ones(block.n) if block.w is None else block.w * (job["quantum"] / job["scale"])
        own = shares[true, np.arange(block.n)]
        confusion += np.bincount(true * many + label, w, minlength=many * many)
        losses += [(w * -np.log(np.clip(own, 1e-15, 1 - 1e-15))).sum(), (w * ((shares ** 2).sum(axis=0) + 1 - 2 * own)).sum()]
    yield table({"i": [-5], "g": [1], "b0": [None], "b1": [np.concatenate([confusion, losses]).tobytes()]})

def do_score(job, batches):
    """The same blocks with their scores so far."""
    for block, state in remembered(job, batches, Boosted):
        yield with_column(block, "b4", np.array(state.scores).tobytes())
`;
