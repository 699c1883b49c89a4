import type { Studio } from "../state/studio.js";

/** Prunes or regrows the selected node. */
export async function editNode(studio: Studio, kind: "prune" | "regrow"): Promise<void> {
  const { selected, model } = studio.store.get();
  if (kind === "prune" && (model?.tree?.attribute[selected] ?? -1) < 0) return;
  await studio.editing.apply({ kind, node: studio.editing.pathOf(selected) });
}

/** Locks the selected node with all below it, or lifts its lock. */
export async function toggleLock(studio: Studio): Promise<void> {
  const { selected, model } = studio.store.get();
  const kind = model?.locked.includes(selected) ? "unlock" : "lock";
  await studio.editing.apply({ kind, node: studio.editing.pathOf(selected) });
}
