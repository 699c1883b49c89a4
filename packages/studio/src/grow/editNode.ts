import { CONTINUED } from "../state/editing.js";
import type { Studio } from "../state/studio.js";
import type { StudioState } from "../state/types.js";
import { branchesOf } from "../tree/TreeMirror.js";

/** The selected node's name in edits. */
const here = (studio: Studio) => studio.editing.pathOf(studio.store.get().selected);

/** Prunes or regrows the selected node. */
export async function editNode(studio: Studio, kind: "prune" | "regrow"): Promise<void> {
  if (kind === "prune" && !isSplit(studio.store.get())) return;
  await studio.editing.apply({ kind, node: here(studio) });
}

/** Locks the selected node with all below it, or lifts its lock. */
export async function toggleLock(studio: Studio): Promise<void> {
  const { selected, model } = studio.store.get();
  const kind = model?.locked.includes(selected) ? "unlock" : "lock";
  await studio.editing.apply({ kind, node: here(studio) });
}

const isSplit = ({ model, selected }: StudioState) => (model?.tree?.attribute[selected] ?? -1) >= 0;

/** The branches of a node that have a test to swap with. */
export function swappable({ model, selected }: StudioState): number[] {
  const tree = model?.tree;
  if (tree === undefined || selected >= tree.size || tree.attribute[selected] < 0) return [];
  return branchesOf({ tree }, selected).filter((branch) => tree.attribute[branch] >= 0);
}

/**
 * The test of a branch takes the place of the node's, which moves down into each of the new branches that it divides. By
 * default the heaviest branch that has a test.
 */
export async function swap(studio: Studio, branch?: number): Promise<void> {
  const state = studio.store.get();
  const weight = (node: number) => state.model?.tree?.weight[node] ?? 0;
  const [heaviest] = swappable(state).sort((a, b) => weight(b) - weight(a));
  const from = branch ?? heaviest;
  if (from === undefined) return;
  const facts = (node: number) => studio.ask("node", { node, from: 0, most: 0 });
  const [upper, lower] = await Promise.all([facts(state.selected), facts(from)]);
  if (upper.test === undefined || lower.test === undefined) return;
  const node = studio.editing.pathOf(state.selected);
  await studio.editing.apply({ kind: "split", node, test: lower.test, name: "swap" });
  const { fault, model } = studio.store.get();
  const at = model?.paths?.indexOf(node) ?? -1;
  if (fault !== undefined || at < 0 || model?.tree === undefined) return;
  for (const b of branchesOf({ tree: model.tree }, at).keys()) {
    const below = node === "root" ? String(b) : `${node}.${b}`;
    await studio.editing.applyIfPossible({
      kind: "split",
      node: below,
      test: upper.test,
      name: CONTINUED,
    });
  }
}

/** What is forbidden or preferred at the selected node, with one more attribute, or one fewer. */
export async function constrain(
  studio: Studio,
  kind: "forbid" | "prefer",
  attribute: string,
  isLifted = false,
): Promise<void> {
  const { model, selected } = studio.store.get();
  const own = model?.constraints.find(({ node }) => node === selected);
  const others = (own?.[kind === "forbid" ? "forbidden" : "preferred"] ?? []).filter(
    (each) => each !== attribute,
  );
  const attributes = isLifted ? others : [...others, attribute];
  await studio.editing.apply({ kind, node: here(studio), attributes });
}

/** Puts the cursor where something of the selected node is changed; opens what hides it. */
export function focusPart(part: "candidate" | "label" | "note" | "constrain"): void {
  const found = document.querySelector<HTMLElement>(`[data-${part}]`);
  found?.scrollIntoView({ block: "nearest" });
  found?.focus();
}
