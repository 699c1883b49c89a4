import { useEffect, useMemo, useState } from "react";
import { plural, rowsText, shown } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { narrowed } from "../tree/growing.js";
import { sceneOf } from "../tree/scene.js";
import { TreeCanvas } from "../tree/TreeCanvas.js";
import { useGrowth } from "../tree/useGrowth.js";
import { Legend } from "../ui/Legend.js";
import { usePlayer } from "../ui/usePlayer.js";
import { WorkError } from "../work/client.js";
import type { Recipe } from "../work/protocol.js";
import type { Growth } from "../work/requests/watch.js";
import { DivisionPanel } from "./DivisionPanel.js";
import { PlayerBar, playerKey, SPEEDS, type Speed } from "./PlayerBar.js";

const ORDERS: Readonly<Record<Growth["by"], string>> = {
  depth: "depth first: a branch is finished before the next one is begun",
  level: "level by level",
  best: "best first: the division that removes most impurity comes next",
  whole: "which finds its tree as a whole: here it is from the top",
};

/** The tree of the open table, division by division. */
export function Watch() {
  const recipe = useStudioState((state) => state.grownBy ?? state.recipe);
  const name = useStudioState((state) => state.source?.name);
  const found = useGrown(recipe);
  return (
    <section className="watch" aria-label="Watch it learn">
      <header className="watch-head">
        <h1>Watch it learn</h1>
        {recipe && name !== undefined && (
          <p className="muted">
            <b>{recipe.learner}</b> on <bdi>{shown(name, 60)}</bdi>
            {found && "growth" in found && `, ${ORDERS[found.growth.by]}`}
          </p>
        )}
      </header>
      {recipe === undefined && <p className="muted watch-none">Open a table first, or choose a lesson.</p>}
      {recipe && found === undefined && <p className="muted watch-none">Growing the tree once more…</p>}
      {found && "fault" in found && <p className="watch-none">{found.fault}</p>}
      {found && "growth" in found && <Stage key={found.key} growth={found.growth} />}
    </section>
  );
}

type Found = { readonly key: string } & ({ readonly growth: Growth } | { readonly fault: string });

function useGrown(recipe: Recipe | undefined): Found | undefined {
  const studio = useStudio();
  const table = useStudioState((state) => state.table);
  const [found, setFound] = useState<Found & { readonly of: unknown }>();
  const key = JSON.stringify(recipe);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a recipe is the same if its text is
  useEffect(() => {
    let isWanted = true;
    if (recipe === undefined || table === undefined) return;
    studio.ask("growth", recipe).then(
      (growth) => isWanted && setFound({ key, growth, of: table }),
      (error) => {
        if (error instanceof WorkError && isWanted) setFound({ key, fault: error.fault.message, of: table });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [studio, key, table]);
  return found !== undefined && found.key === key && found.of === table ? found : undefined;
}

const NONE: ReadonlySet<number> = new Set();
const NO_FACTS = new Map<number, never>();
const open = () => false;
const NARROW = 0.75;

function Stage({ growth }: { readonly growth: Growth }) {
  const { tree, order, pruned } = growth;
  const theme = useStudioState((state) => state.theme);
  const [speed, setSpeed] = useState<Speed>("normal");
  const divisions = order.length;
  const player = usePlayer(divisions + (pruned ? 1 : 0), SPEEDS[speed]);
  const done = Math.min(player.at, divisions);
  const isPruned = player.at > divisions;
  const kept = useMemo(
    () => (isPruned && pruned ? withoutBelow(growth, pruned) : order),
    [growth, isPruned, pruned, order],
  );
  const whole = useMemo(() => narrowed(sceneOf(tree, "tree", open), NARROW), [tree]);
  const grown = useGrowth(whole, kept, isPruned ? kept.length : done, SPEEDS[speed] * 0.6);
  const node = player.at < divisions ? order[player.at] : -1;
  const words = stepWords(growth, player.at);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for the buttons below, wherever the focus is
    <div className="watch-stage" onKeyDown={(event) => playerKey(player, event)}>
      <div className="watch-canvas">
        <div className="row spread watch-legend">
          <Legend target={tree.target} />
          <p className="small-text" role="status" data-words>
            {words}
          </p>
        </div>
        <TreeCanvas
          {...{ theme, scene: grown.scene, over: grown.over }}
          treeKey={tree}
          selected={node}
          anchor={String(node)}
          path={NONE}
          matches={NONE}
          edited={NONE}
          locked={NONE}
          facts={NO_FACTS}
          isCollapsed={open}
          label={`Growing tree of ${tree.target.name}, ${plural(grown.scene.nodes.length, "node")}`}
        />
        <PlayerBar {...{ player, speed, words }} onSpeed={setSpeed} />
      </div>
      <DivisionPanel {...{ growth, node, isPruned }} />
    </div>
  );
}

/** The divisions that are left when these nodes are leaves. */
function withoutBelow({ tree, order }: Growth, pruned: Int32Array): Int32Array {
  return order.filter((node) => !pruned.some((top) => node >= top && node < tree.end[top]));
}

function stepWords({ tree, order, pruned }: Growth, at: number): string {
  if (at > order.length) return `Pruned: ${plural(pruned?.length ?? 0, "node")} became leaves`;
  if (at === order.length) return order.length === 0 ? "No test is good enough to divide" : "Grown";
  const node = order[at];
  const where = tree.parent[node] < 0 ? "all rows" : tree.words[node];
  return `Dividing ${where}: ${rowsText(tree.weight[node])}`;
}
