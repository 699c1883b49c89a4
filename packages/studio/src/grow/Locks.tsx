import { plural } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import type { TreeView } from "../work/protocol.js";

/** The lock that a node is in: its own, or one above it; -1 if there is none. */
export function lockOver(tree: TreeView, locked: readonly number[], node: number): number {
  for (let at = node; at >= 0; at = tree.parent[at]) if (locked.includes(at)) return at;
  return -1;
}

/** The locked parts of the tree, to go to and to unlock. */
export function Locks({ tree, node }: { readonly tree: TreeView; readonly node: number }) {
  const studio = useStudio();
  const locked = useStudioState((state) => state.model?.locked);
  if (locked === undefined || locked.length === 0) return null;
  return (
    <section aria-label="Locked parts">
      <h3>Locked parts</h3>
      <ul className="locks">
        {locked.map((lock) => (
          <li key={lock}>
            <button
              type="button"
              className="link"
              {...(lock === node && { "aria-current": true })}
              onClick={() => studio.select(lock)}
            >
              <bdi>{tree.words[lock] || "the whole tree"}</bdi>
            </button>
            <span className="muted small-text">{plural(tree.end[lock] - lock, "node")}</span>
            <button
              type="button"
              className="small"
              onClick={() => void studio.editing.apply({ kind: "unlock", node: studio.editing.pathOf(lock) })}
            >
              Unlock
            </button>
          </li>
        ))}
      </ul>
      <p className="small-text muted">
        A locked part stays as it is, whatever is changed or regrown around it.
      </p>
    </section>
  );
}
