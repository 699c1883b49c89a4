import { useEffect, useState } from "react";
import { brief } from "../base/text.js";
import { useStudio } from "../state/context.js";
import { Ghosts } from "../ui/Ghosts.js";
import type { CandidateFacts, CandidateList, TreeView } from "../work/protocol.js";
import { Change, scoreText } from "./changeText.js";
import { constrain } from "./editNode.js";
import { ghostOfCandidate } from "./ghost.js";

const MOST = 10;

interface Props {
  readonly tree: TreeView;
  readonly node: number;
}

/** The best test on each attribute at a node: hover or focus one to see its branches on the canvas, choose it to split by it. */
export function Candidates({ tree, node }: Props) {
  const studio = useStudio();
  const found = useCandidates(tree, node);
  useEffect(() => () => studio.editing.consider(), [studio]);
  if (found === undefined || found.list.length === 0) return null;
  const { list, validation } = found;
  const most = Math.max(...list.map(({ gain }) => gain));
  return (
    <>
      <p className="small-text muted">
        Tests by gain; choose one to split by it.
        {validation && (
          <span data-leaf-score>
            {` ▲▼: what it changes on the ${validation.rows} validation rows from ${scoreText(validation.metric, validation.leaf)} with a leaf here.`}
          </span>
        )}
      </p>
      <ul className="candidates">
        {list.map((candidate) => (
          <li key={candidate.attribute}>
            <Candidate {...{ tree, node, candidate, found }} share={candidate.gain / (most || 1)} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface OneProps extends Props {
  readonly candidate: CandidateFacts;
  readonly found: CandidateList;
  /** Its gain beside the greatest. */
  readonly share: number;
}

function Candidate({ tree, node, candidate, found, share }: OneProps) {
  const studio = useStudio();
  const consider = () => {
    // The branches of the test that the node has are there already.
    studio.editing.consider(candidate.isCurrent ? undefined : ghostOfCandidate(node, found, candidate));
  };
  const leave = () => studio.editing.consider();
  const keys = (event: React.KeyboardEvent) => {
    const kind = { x: "forbid", v: "prefer" }[event.key] as "forbid" | "prefer" | undefined;
    if (kind !== undefined) void constrain(studio, kind, candidate.attribute);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      data-candidate={candidate.attribute}
      aria-current={candidate.isCurrent}
      aria-disabled={candidate.isCurrent}
      onClick={() => {
        if (candidate.isCurrent) return;
        void studio.editing.apply({
          kind: "split",
          node: studio.editing.pathOf(node),
          test: candidate.test,
        });
      }}
      onKeyDown={keys}
      onPointerEnter={consider}
      onPointerLeave={leave}
      onFocus={consider}
      onBlur={leave}
    >
      <span className="text">
        <bdi>{candidate.text.replace(" <= ", " ≤ ").replace(" != ", " ≠ ")}</bdi>
        {candidate.isCurrent && <span className="tag">now</span>}
      </span>
      <span className="meter" aria-hidden="true">
        <span style={{ width: `${100 * share}%` }} />
      </span>
      <span className="figure">
        <span className="hidden-text">gain </span>
        {brief(candidate.gain)}
      </span>
      <Ghosts tree={tree} branches={candidate.branches} />
      {candidate.validation && found.validation && (
        <span className="judged" data-validation-change={candidate.attribute}>
          <span className="hidden-text">on validation rows </span>
          <Change metric={found.validation.metric} change={candidate.validation.change} />
        </span>
      )}
    </button>
  );
}

/** To the next candidate, or the one before. */
function step({ key, currentTarget }: React.KeyboardEvent): void {
  const all = [...document.querySelectorAll<HTMLElement>("[data-candidate]")];
  all[all.indexOf(currentTarget as HTMLElement) + (key === "ArrowDown" ? 1 : -1)]?.focus();
}

const NONE: CandidateList = { list: [] };

function useCandidates(tree: TreeView, node: number): CandidateList | undefined {
  const studio = useStudio();
  const [found, setFound] = useState<{ tree: TreeView; node: number; all: CandidateList }>();
  useEffect(() => {
    let isWanted = true;
    studio.ask("candidates", { node, limit: MOST }).then(
      (all) => isWanted && setFound({ tree, node, all }),
      // A learner that does not grow from sums has no candidates: the other edits still work.
      () => isWanted && setFound({ tree, node, all: NONE }),
    );
    return () => {
      isWanted = false;
    };
  }, [studio, tree, node]);
  return found?.tree === tree && found.node === node ? found.all : undefined;
}
