import type { Edit } from "./edit.js";
import { type Constraints, constraintsOn, stateOf } from "./editState.js";
import type { TreeModel } from "./tree.js";

type Edited = Pick<TreeModel, "edits">;

/** The paths of the nodes that are locked, with all below them. */
export function lockedNodes({ edits }: Edited): string[] {
  return [...stateOf(edits).locks];
}

/** The attributes that tests at a node may not use, and those that go first: its own, and those set above it. */
export function constraintsAt({ edits }: Edited, node: string): Constraints {
  return constraintsOn(node, stateOf(edits));
}

/** The notes on nodes. */
export function notesOf({ edits }: Edited): { readonly node: string; readonly text: string }[] {
  return Array.from(stateOf(edits).notes, ([node, text]) => ({ node, text }));
}

/** The nodes that are what they are by an edit, with these edits. */
export function editedNodes({ edits }: Edited): { readonly node: string; readonly edits: readonly Edit[] }[] {
  return Array.from(stateOf(edits).made, ([node, made]) => ({ node, edits: made }));
}
