import { brief, rowsText } from "../base/text.js";
import type { CandidateFacts, TreeView } from "../work/protocol.js";

const MOST = 4;

interface Props {
  readonly tree: TreeView;
  readonly branches: CandidateFacts["branches"];
}

/** What the branches of a test would be. */
export function Ghosts({ tree, branches }: Props) {
  return (
    <span className="ghosts">
      {branches.slice(0, MOST).map(({ weight, mix, answer }, b) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: branches have fixed places
        <span key={b} className="ghost">
          <span className="ghost-bar" aria-hidden="true">
            {mix.map((part, g) => (
              <span
                key={tree.target.groupNames[g]}
                style={{ flexGrow: part, background: tree.target.groupColours[g] }}
              />
            ))}
          </span>
          {rowsText(weight)}
          {tree.task === "regression" && `, ${brief(answer)}`}
        </span>
      ))}
    </span>
  );
}
