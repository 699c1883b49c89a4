import { useEffect, useState } from "react";
import { brief, plural } from "../base/text.js";
import { useStudio } from "../state/context.js";
import { Ghosts } from "../ui/Ghosts.js";
import type { TreeView } from "../work/protocol.js";
import type { Division, Growth } from "../work/requests/watch.js";

const MOST = 12;

interface Props {
  readonly growth: Growth;
  /** The node that is divided next; -1 at the end. */
  readonly node: number;
  readonly isPruned: boolean;
}

/** What the learner chooses from at the node that it divides: every attribute's best test with its gain. */
export function DivisionPanel({ growth, node, isPruned }: Props) {
  const { tree, isRemade, order, by } = growth;
  const isWhole = by === "whole";
  const found = useDivision(growth, isWhole ? -1 : node);
  if (node < 0) {
    return (
      <aside className="division" aria-label="Done">
        <h2>{isPruned ? "Pruned" : "Grown"}</h2>
        <p>
          {plural(order.length, "division")} made{" "}
          {plural(tree.attribute.filter((at) => at < 0).length, "leaf", "leaves")}.
        </p>
        {isPruned && (
          <p>
            Branches that do not help on rows kept aside were removed again. What is left is the tree under
            Tree.
          </p>
        )}
        {isRemade && <p>The learner then pruned in a way that made another tree: see it under Tree.</p>}
      </aside>
    );
  }
  if (isWhole) {
    return (
      <aside className="division" aria-label="No candidates">
        <h2>As a whole</h2>
        <p>This learner does not compare tests node by node, so there are no gains to show.</p>
      </aside>
    );
  }
  return (
    <aside className="division" aria-label="Candidates">
      <h2>Which test?</h2>
      <p className="muted small-text">
        {found ? (found.path.length === 0 ? "All rows" : found.path.join(", ")) : "…"}
      </p>
      {found?.fault !== undefined && <p>{found.fault}</p>}
      {found && <Candidates {...{ tree, found }} measure={growth.measure} />}
    </aside>
  );
}

function Candidates({
  tree,
  found,
  measure,
}: {
  readonly tree: TreeView;
  readonly found: Answer;
  readonly measure: string;
}) {
  const isByRatio = found.candidates.some(({ score }) => score !== undefined);
  const most = Math.max(...found.candidates.map(({ score, gain }) => score ?? gain), 0);
  return (
    <>
      <ol className="contest">
        {found.candidates.map((each, i) => (
          <li key={each.attribute} className={i === 0 ? "best" : ""} data-gain={each.gain}>
            <span className="text">
              <bdi>{each.text.replace(" <= ", " ≤ ").replace(" != ", " ≠ ")}</bdi>
            </span>
            <span className="figure">{brief(each.score ?? each.gain)}</span>
            <span className="meter" aria-hidden="true">
              <span style={{ width: `${(100 * (each.score ?? each.gain)) / (most || 1)}%` }} />
            </span>
            <Ghosts tree={tree} branches={each.branches} />
            {each.score !== undefined && <span className="muted small-text">gain {brief(each.gain)}</span>}
          </li>
        ))}
      </ol>
      <p className="muted small-text">
        {isByRatio && "Compared by gain ratio: the gain by the entropy of the branches' sizes. "}
        Gain in {measure}: what the test removes at this node.
      </p>
    </>
  );
}

type Answer = Division & { readonly fault?: string };

function useDivision(growth: Growth, node: number): Answer | undefined {
  const studio = useStudio();
  const [found, setFound] = useState<{ readonly of: Growth; readonly answer: Answer }>();
  useEffect(() => {
    let isWanted = true;
    if (node < 0) return;
    studio.ask("division", { node, limit: MOST }).then(
      (answer) => isWanted && setFound({ of: growth, answer }),
      // A learner that does not grow from sums has no candidates.
      (error: Error) =>
        isWanted &&
        setFound({ of: growth, answer: { node, path: [], rows: 0, candidates: [], fault: error.message } }),
    );
    return () => {
      isWanted = false;
    };
  }, [studio, growth, node]);
  return found?.of === growth && found.answer.node === node ? found.answer : undefined;
}
