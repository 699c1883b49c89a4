import { useMemo } from "react";
import { shown } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { sceneOf } from "../tree/scene.js";
import { TreeCanvas } from "../tree/TreeCanvas.js";
import { prefersStill, useGrowth } from "../tree/useGrowth.js";
import { Legend } from "../ui/Legend.js";
import { usePlayer } from "../ui/usePlayer.js";
import type { TreeView } from "../work/protocol.js";
import { DropZone } from "./DropZone.js";
import { Samples } from "./Samples.js";

/** The first visit: a place to drop a table, above a tree that grows. */
export function Welcome() {
  const tree = useStudioState((state) => (state.source?.kind === "model" ? undefined : state.model?.tree));
  const model = useStudioState((state) => (state.source?.kind === "model" ? state.source.name : undefined));
  return (
    <main className="page">
      <div className="inner">
        <div className="welcome">
          <h1>See the tree in your table</h1>
          {model === undefined ? (
            <p>Drop a table and get a decision tree that you can read, question and improve.</p>
          ) : (
            <p>
              <bdi>{shown(model, 60)}</bdi> is a model without its table: drop a table to learn from it.
            </p>
          )}
        </div>
        <DropZone />
        {tree && <Preview tree={tree} />}
        <Samples />
      </div>
    </main>
  );
}

const NONE: ReadonlySet<number> = new Set();
const NO_FACTS = new Map<number, never>();
const open = () => false;

/** Milliseconds per division. */
const STEP = 900;

/** The tree of the sample as it grows; at once for people who want less motion. */
function Preview({ tree }: { readonly tree: TreeView }) {
  const studio = useStudio();
  const theme = useStudioState((state) => state.theme);
  const rows = useStudioState((state) => state.table?.rows ?? 0);
  const whole = useMemo(() => sceneOf(tree, "tree", open), [tree]);
  const order = useMemo(
    () => Int32Array.from(tree.attribute.keys()).filter((i) => tree.attribute[i] >= 0),
    [tree],
  );
  const player = usePlayer(order.length, STEP, true);
  const done = prefersStill() ? order.length : player.at;
  const { scene, over } = useGrowth(whole, order, done, STEP * 0.85);
  return (
    <section className="card preview" aria-label="A tree of penguins" data-grown={done === order.length}>
      <div className="row spread">
        <Legend target={tree.target} />
        <button type="button" className="small" onClick={() => studio.go("tree")}>
          Explore this tree of {rows} penguins
        </button>
      </div>
      <TreeCanvas
        {...{ scene, theme, over }}
        treeKey={tree}
        anchor={String(done)}
        selected={-1}
        path={NONE}
        matches={NONE}
        edited={NONE}
        locked={NONE}
        facts={NO_FACTS}
        isCollapsed={open}
        label={`Tree of ${tree.target.name}`}
        isStill
      />
    </section>
  );
}
