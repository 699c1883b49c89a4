import { memo } from "react";
import { percent, rowsText } from "../base/text.js";
import type { Scene } from "./scene.js";
import { answerText } from "./search.js";

/** Items on either side of the active one: a screen reader needs no more at a time. */
const AROUND = 20;

interface Props {
  readonly scene: Scene;
  readonly active: number;
  readonly isCollapsed: (node: number) => boolean;
  readonly notes?: ReadonlyMap<number, string> | undefined;
  readonly locked?: ReadonlySet<number> | undefined;
  readonly edited?: ReadonlySet<number> | undefined;
}

/** The drawn tree as a list of tree items, for screen readers: the neighbourhood of the active node, and its ancestors. */
export const TreeMirror = memo(function TreeMirror(props: Props) {
  const { scene, active } = props;
  const at = Math.max(0, scene.place[active] ?? 0);
  const shown = new Set<number>();
  for (let i = scene.parent[at]; i >= 0; i = scene.parent[i]) shown.add(i);
  const last = Math.min(scene.nodes.length - 1, at + AROUND);
  for (let i = Math.max(0, at - AROUND); i <= last; i++) shown.add(i);
  return (
    <div className="hidden-text" role="presentation">
      {[...shown]
        .sort((a, b) => a - b)
        .map((i) => (
          <Item key={scene.nodes[i]} {...props} i={i} />
        ))}
    </div>
  );
});

function Item({ scene, i, active, isCollapsed, notes, locked, edited }: Props & { readonly i: number }) {
  const { tree } = scene;
  const node = scene.nodes[i];
  const up = tree.parent[node];
  const siblings = up < 0 ? [node] : branchesOf(scene, up);
  const isSplit = tree.attribute[node] >= 0;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names its active item
    <div
      role="treeitem"
      id={`node-${node}`}
      aria-level={scene.depth[i] + 1}
      aria-posinset={siblings.indexOf(node) + 1}
      aria-setsize={siblings.length}
      aria-selected={node === active}
      {...(isSplit && { "aria-expanded": !isCollapsed(node) })}
    >
      {itemText(scene, node)}
      {edited?.has(node) && ", edited"}
      {locked?.has(node) && ", locked"}
      {notes?.has(node) && `, note: ${notes.get(node)}`}
    </div>
  );
}

export function branchesOf({ tree }: Pick<Scene, "tree">, node: number): number[] {
  const branches: number[] = [];
  for (let at = node + 1; at < tree.end[node]; at = tree.end[at]) branches.push(at);
  return branches;
}

export function itemText({ tree }: Pick<Scene, "tree">, node: number): string {
  const condition = tree.words[node] === "" ? "All rows" : tree.words[node];
  const attribute = tree.attribute[node];
  const says = attribute >= 0 ? `split by ${tree.attributes[attribute]}` : answerText(tree, node);
  const share =
    tree.task === "classification" ? `, ${percent(tree.figure[node])} ${answerText(tree, node)}` : "";
  return `${condition}: ${says}, ${rowsText(tree.weight[node])}${share}`;
}
