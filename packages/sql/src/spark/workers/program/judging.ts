/** What rows are told by the trees of a forest that did not see them. */
export const JUDGING = `
# ---- judging trees

class Told:
    """The sums of what the rows of a block were told, and by how many trees."""
    def __init__(self, job, block):
        self.trees = 0
        told = block.cells("b4", np.float64) if job["told"] else np.zeros((job["width"] + 1) * block.n)
        told = told.reshape(job["width"] + 1, block.n).copy()
        self.sums, self.judges = told[:-1], told[-1]
        self.bytes = told.nbytes

    def fits(self, job):
        return self.trees <= len(job["trees"])

    def bring_up(self, job, block):
        for number in range(self.trees, len(job["trees"])):
            tree = job["trees"][number]
            unseen = counts_of(tree["bag"], block)[block.rows] == 0
            entries = descended(job, "t%d_" % number, tree["steps"], Entries(block).taken(unseen))
            said = job["t%d_answers" % number].reshape(-1, job["width"])[entries.node]
            for k in range(job["width"]):
                self.sums[k][entries.rows] += said[:, k]
            self.judges[entries.rows] += 1
        self.trees = len(job["trees"])

def descended(job, prefix, steps, entries):
    tree = {name[len(prefix):]: value for name, value in job.items() if name.startswith(prefix)}
    tree["codes"] = job["codes"]
    for first, end in steps:
        entries = divided(tree, entries, first, end)
    return entries

def do_judge(job, batches):
    """Of the rows that some tree has judged: their weight and their loss. And how many rows the last tree saw."""
    weight = loss = seen = 0.0
    for block, state in remembered(job, batches, Told):
        seen += (counts_of(job["trees"][-1]["bag"], block)[block.rows] > 0).sum()
        rows = block.rows[state.judges[block.rows] > 0]
        judges = state.judges[rows]
        w = np.full(len(rows), job["unit"]) if block.w is None else block.w[rows]
        weight += w.sum()
        if job["moments"]:
            d = ((state.sums[0][rows] / judges) * job["denominator"] - job["center"]) - block.t[rows]
            loss += rounded((((w * job["quantum"]) * d) * d) / (4 * job["quantum2"])).sum()
        else:
            best, most = np.zeros(len(rows), np.int64), state.sums[0][rows]
            for k in range(1, job["width"]):
                one = state.sums[k][rows]
                better = one > most + 1e-12 * judges
                best, most = np.where(better, k, best), np.where(better, one, most)
            loss += w[best != block.t[rows]].sum()
    yield table({"i": [-1], "g": [1], "b0": [None], "b1": [np.array([weight, loss, seen], np.float64).tobytes()]})

def do_told(job, batches):
    """The same blocks with what their rows were told so far."""
    for block, state in remembered(job, batches, Told):
        yield with_column(block, "b4", np.concatenate([state.sums, [state.judges]]).tobytes())
`;
