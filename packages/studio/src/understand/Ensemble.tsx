import { useCallback, useMemo, useState } from "react";
import { brief, plural, whole } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import { useAsked } from "../state/useAsked.js";
import { sceneOf } from "../tree/scene.js";
import { TreeCanvas } from "../tree/TreeCanvas.js";
import { lightNodes } from "../tree/visible.js";
import { Chart, type ChartOptions } from "../ui/Chart.js";
import type { TreeView } from "../work/protocol.js";
import type { CurveFacts, EnsembleFacts } from "../work/requests/ensemble.js";

/** A forest or a boosted model: the error as trees are added, and the trees themselves. */
export function Ensemble() {
  const model = useStudioState((state) => state.model);
  const { answer } = useAsked("ensemble", model?.kind === "ensemble" ? {} : undefined, model);
  if (model?.kind !== "ensemble" || answer === undefined) return null;
  return (
    <>
      {answer.curves.length > 0 && <ErrorCurves {...answer} />}
      <Members facts={answer} />
    </>
  );
}

const ROWS = { oob: "out-of-bag", validation: "validation", train: "training" } as const;
const MEASURES = { error: "error rate", squaredError: "squared error", loss: "loss" } as const;
const LINES: Readonly<Record<CurveFacts["on"], string>> = { oob: "", validation: "", train: "5 4" };

function ErrorCurves({ curves, isBoosted }: EnsembleFacts) {
  const what = isBoosted ? "rounds" : "trees";
  const options: ChartOptions = useCallback(
    (plot) => ({
      ...{ marginLeft: 56, marginRight: 130, marginBottom: 40, style: "font-size: 12px" },
      x: { label: `${what} →` },
      y: { label: `↑ ${MEASURES[curves[0].measure]}`, grid: true, zero: true, nice: true },
      marks: curves.flatMap(({ on, points }) => [
        plot.line(points, {
          x: "0",
          y: "1",
          stroke: on === "train" ? "var(--muted)" : "var(--accent)",
          strokeWidth: 2,
          ...(LINES[on] && { strokeDasharray: LINES[on] }),
        }),
        plot.text(points.slice(-1), {
          ...{ x: "0", y: "1", dx: 8, textAnchor: "start", fill: "currentColor" },
          text: ([, error]: readonly number[]) => `${ROWS[on]} ${brief(error)}`,
        }),
      ]),
    }),
    [curves, what],
  );
  const ends = curves.map(({ on, points }) => {
    const [trees, error] = points.at(-1) ?? [0, Number.NaN];
    return `${ROWS[on]} ${brief(error)} after ${trees}`;
  });
  return (
    <section className="card stack" aria-label="Error by trees">
      <h2>Error as {what} are added</h2>
      <Chart label={`Error by ${what}: ${ends.join("; ")}`} height={280} options={options} />
      {curves.some(({ on }) => on === "oob") && (
        <p className="muted small-text">
          Out-of-bag: each row is predicted by the trees that were not learned from it.
        </p>
      )}
    </section>
  );
}

function Members({ facts }: { readonly facts: EnsembleFacts }) {
  const model = useStudioState((state) => state.model);
  const [member, setMember] = useState(0);
  const at = Math.min(member, facts.trees - 1);
  const { answer } = useAsked("member", { member: at }, model);
  const go = (to: number) => setMember(Math.max(0, Math.min(facts.trees - 1, Math.round(to) || 0)));
  return (
    <section className="card stack" aria-label="Member trees">
      <div className="row spread">
        <h2>Member trees</h2>
        <div className="row">
          <button type="button" className="small" disabled={at === 0} onClick={() => go(at - 1)}>
            Previous
          </button>
          <label className="choice">
            Tree
            <input
              type="number"
              min={1}
              max={facts.trees}
              value={at + 1}
              style={{ width: 84 }}
              onChange={(event) => go(event.target.valueAsNumber - 1)}
            />
          </label>
          <span className="muted">of {whole(facts.trees)}</span>
          <button
            type="button"
            className="small"
            disabled={at === facts.trees - 1}
            onClick={() => go(at + 1)}
          >
            Next
          </button>
        </div>
      </div>
      <p className="muted" data-member>
        {plural(facts.trees, "tree")}: {facts.combine}. This one has {plural(facts.nodes[at], "node")}
        {answer?.of !== undefined && (
          <>
            {" and adds to the score of "}
            <bdi>{answer.of}</bdi>
          </>
        )}
        {answer?.weight !== undefined && `; its vote counts ${brief(answer.weight)}`}.
      </p>
      <div className="member">{answer && <MemberTree tree={answer.tree} key={answer.member} />}</div>
    </section>
  );
}

const MANY_NODES = 120;
const LEAST_SHARE = 0.02;
const NONE: ReadonlySet<number> = new Set();
const NO_FACTS = new Map<number, never>();

/** A tree to look at: it opens and closes, but is not changed. */
function MemberTree({ tree }: { readonly tree: TreeView }) {
  const theme = useStudioState((state) => state.theme);
  const [selected, setSelected] = useState(0);
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(() =>
    tree.size > MANY_NODES && tree.weight[0] > 0 ? lightNodes(tree, LEAST_SHARE) : NONE,
  );
  const isCollapsed = useCallback((node: number) => collapsed.has(node), [collapsed]);
  const scene = useMemo(() => sceneOf(tree, "tree", isCollapsed), [tree, isCollapsed]);
  const toggle = (node: number) => {
    if (tree.attribute[node] < 0) return;
    const next = new Set(collapsed);
    if (!next.delete(node)) next.add(node);
    setCollapsed(next);
  };
  return (
    <TreeCanvas
      {...{ scene, theme, selected, isCollapsed }}
      treeKey={tree}
      path={NONE}
      matches={NONE}
      edited={NONE}
      locked={NONE}
      facts={NO_FACTS}
      onSelect={setSelected}
      onToggle={toggle}
      label={`Member tree of ${tree.target.name}, ${plural(tree.size, "node")}`}
    />
  );
}
