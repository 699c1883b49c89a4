import { brief, rowsText } from "../base/text.js";
import type { Ghost } from "../state/types.js";
import type { TreeView } from "../work/protocol.js";
import { Change, scoreText } from "./changeText.js";

interface Props {
  readonly tree: TreeView;
  readonly ghost: Ghost;
  readonly gain: number | undefined;
  /** The gain of the test that the node has. */
  readonly gainNow: number | undefined;
}

/** The branches as they would be, what the test would gain, and the score of the tree with them. */
export function DraftFigures({ tree, ghost, gain, gainNow }: Props) {
  const { branches, score } = ghost;
  const change = gain === undefined || gainNow === undefined ? 0 : gain - gainNow;
  return (
    <div className="draft" data-branches>
      {branches.map(({ edge, weight, mix, answer }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: branches have fixed places
        <span className="ghost" key={i}>
          <span className="ghost-bar" aria-hidden="true">
            {mix.map((part, g) => (
              <span
                key={tree.target.groupNames[g]}
                style={{ flexGrow: part, background: tree.target.groupColours[g] }}
              />
            ))}
          </span>
          <bdi>{edge.replace(/^([≤>]) .*/, "$1")}</bdi> {rowsText(weight)}
          {tree.task === "regression" && `, mean ${brief(answer)}`}
        </span>
      ))}
      {gain !== undefined && (
        <span className="small-text" data-draft-gain>
          gain {brief(gain)}{" "}
          {Math.abs(change) > 1e-12 && `${change > 0 ? "▲" : "▼"} ${brief(Math.abs(change))}`}
        </span>
      )}
      {score && (
        <span className="small-text" data-draft-score>
          {score.on} {score.metric === "rmse" ? "RMSE" : "accuracy"} {scoreText(score.metric, score.value)}{" "}
          <Change metric={score.metric} change={score.change} />
          <span className="muted"> with the branches as leaves</span>
        </span>
      )}
    </div>
  );
}
