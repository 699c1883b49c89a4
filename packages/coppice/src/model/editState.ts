import type { Edit } from "./edit.js";
import { isWithin } from "./nodePath.js";

/** What the edits of a model amount to, by the paths of nodes. */
export interface EditState {
  readonly locks: ReadonlySet<string>;
  readonly forbidden: ReadonlyMap<string, readonly string[]>;
  readonly preferred: ReadonlyMap<string, readonly string[]>;
  readonly notes: ReadonlyMap<string, string>;
  /** The edits that made nodes what they are. */
  readonly made: ReadonlyMap<string, readonly Edit[]>;
}

/** Edits after which the learner refits what is below the node. */
const REFITS: ReadonlySet<Edit["kind"]> = new Set([
  ...(["split", "threshold", "levels", "missing", "prune"] as const),
  ...(["forbid", "prefer", "regrow"] as const),
]);

/** Edits that change which rows are below a node. */
const MOVES: ReadonlySet<Edit["kind"]> = new Set(["split", "threshold", "levels", "missing", "prune"]);

/** Edits of the test that a node has. */
const ADJUSTS: ReadonlySet<Edit["kind"]> = new Set(["threshold", "levels", "missing"]);

export function stateOf(edits: readonly Edit[] = []): EditState {
  const locks = new Set<string>();
  const forbidden = new Map<string, readonly string[]>();
  const preferred = new Map<string, readonly string[]>();
  const notes = new Map<string, string>();
  const made = new Map<string, readonly Edit[]>();
  /** Ends what was said of nodes below one that is refitted, except where they stay: in locked parts, and on the way to them. */
  const forgetBelow = (node: string) => {
    const stays = (path: string) => [...locks].some((lock) => isWithin(path, lock) || isWithin(lock, path));
    for (const map of [forbidden, preferred, notes, made])
      for (const path of [...map.keys()])
        if (path !== node && isWithin(path, node) && !stays(path)) map.delete(path);
  };
  for (const edit of edits) {
    const { node, kind } = edit;
    if (REFITS.has(kind)) {
      forgetBelow(node);
      if (!ADJUSTS.has(kind)) made.delete(node);
    }
    if (kind === "lock") locks.add(node);
    else if (kind === "unlock") locks.delete(node);
    else if (edit.kind === "note") put(notes, node, edit.text);
    else if (edit.kind === "forbid") put(forbidden, node, edit.attributes);
    else if (edit.kind === "prefer") put(preferred, node, edit.attributes);
    if (kind !== "note" && kind !== "lock" && kind !== "unlock" && kind !== "regrow")
      made.set(node, [...(made.get(node) ?? []), edit]);
  }
  return { locks, forbidden, preferred, notes, made };
}

function put<T extends { readonly length: number }>(map: Map<string, T>, node: string, value: T): void {
  if (value.length === 0) map.delete(node);
  else map.set(node, value);
}

/** The lock that an edit would break, if there is one. */
export function lockAgainst(edit: Edit, { locks }: EditState): string | undefined {
  const { kind, node } = edit;
  if (kind === "note" || kind === "unlock") return undefined;
  return [...locks].find((lock) => isWithin(node, lock) || (MOVES.has(kind) && isWithin(lock, node)));
}

/** The attributes that tests at a node may not use, and those that go first. */
export interface Constraints {
  readonly forbidden: readonly string[];
  readonly preferred: readonly string[];
}

/** What holds at a node: its own constraints and those above it. */
export function constraintsOn(node: string, { forbidden, preferred }: EditState): Constraints {
  const above = (map: EditState["forbidden"]) => [
    ...new Set([...map].flatMap(([path, names]) => (isWithin(node, path) ? names : []))),
  ];
  return { forbidden: above(forbidden), preferred: above(preferred) };
}

/** The branch that rows without a value were sent to by hand, if they were. */
export function missingByHand(node: string, { made }: EditState): number | undefined {
  const last = made
    .get(node)
    ?.findLast((edit) => edit.kind === "missing" || (edit.kind === "split" && edit.missing !== undefined));
  return last?.kind === "missing" ? last.to : last?.kind === "split" ? last.missing : undefined;
}
