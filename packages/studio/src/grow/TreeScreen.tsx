import { useCallback, useMemo, useRef, useState } from "react";
import { percent, plural } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { sceneOf } from "../tree/scene.js";
import { findNodes } from "../tree/search.js";
import { TreeCanvas, type TreeCanvasHandle } from "../tree/TreeCanvas.js";
import { lightNodes } from "../tree/visible.js";
import { Icon } from "../ui/Icons.js";
import type { NodeFacts, TreeView } from "../work/protocol.js";
import { editNode, focusPart, swap, toggleLock } from "./editNode.js";
import { HistoryBar } from "./HistoryBar.js";
import { LearnPanel } from "./LearnPanel.js";
import { NodePanel } from "./NodePanel.js";
import { ScoreBar } from "./ScoreBar.js";

export function TreeScreen() {
  const model = useStudioState((state) => state.model);
  const obstacle = useStudioState((state) => state.description?.fault?.message);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <main className="bench">
        <LearnPanel isOpen={isOpen} onClose={() => setOpen(false)} />
        {model?.tree ? (
          <TreeWork tree={model.tree} onPanel={() => setOpen(!isOpen)} />
        ) : (
          <div className="page">
            <p className="muted">
              {model === undefined
                ? `No tree yet: ${obstacle ?? "open a table first"}.`
                : `${model.learner} makes ${model.kind === "rules" ? "rules" : "an ensemble"}, not one tree: see Rules and Understand.`}
            </p>
          </div>
        )}
        {model?.tree && <NodePanel tree={model.tree} />}
      </main>
      <footer>
        <HistoryBar />
        <ScoreBar />
      </footer>
    </>
  );
}

const NO_NODES: ReadonlySet<number> = new Set();
const NO_FACTS: ReadonlyMap<number, NodeFacts> = new Map();

function TreeWork({ tree, onPanel }: { readonly tree: TreeView; readonly onPanel: () => void }) {
  const studio = useStudio();
  const view = useStudioState((state) => state.view);
  const isFormula = useStudioState((state) => state.model?.isFormula === true);
  const theme = useStudioState((state) => state.theme);
  const selected = useStudioState((state) => Math.min(state.selected, tree.size - 1));
  const row = useStudioState((state) => state.row);
  const handle = useRef<TreeCanvasHandle>(null);
  const isCollapsed = useCallback((node: number) => view.collapsed.has(node), [view.collapsed]);
  const root = Math.min(view.root, tree.size - 1);
  const scene = useMemo(
    () => sceneOf(tree, view.form, isCollapsed, root),
    [tree, view.form, isCollapsed, root],
  );
  const matches = useMemo(() => new Set(findNodes(tree, view.query)), [tree, view.query]);
  const model = useStudioState((state) => state.model);
  const edited = useMemo(() => new Set(model?.edited), [model]);
  const locked = useMemo(() => new Set(model?.locked), [model]);
  const notes = useMemo(() => new Map(model?.notes.map(({ node, text }) => [node, text])), [model]);
  const constrained = useMemo(() => new Set(model?.constraints.map(({ node }) => node)), [model]);
  const ghost = useStudioState((state) => state.ghost);
  const held = model?.held;
  const treeKey = useStudioState((state) => state.grownBy ?? state.source);
  const path = useMemo(() => (row ? new Set(row.path) : NO_NODES), [row]);
  const [facts, askNear] = useNearFacts(tree);
  const search = useRef<HTMLInputElement>(null);
  const onKey = useTreeKeys(handle, search);
  return (
    <div className="canvas">
      <div>
        <div className="tools">
          <button type="button" className="small quiet only-narrow" onClick={onPanel}>
            <Icon name="panel" size={16} /> Learner
          </button>
          <div className="tabs">
            {(["tree", "icicle"] as const).map((form) => (
              <button
                key={form}
                type="button"
                aria-pressed={view.form === form}
                className="small"
                onClick={() => studio.setView({ form })}
              >
                {form === "tree" ? "Tree" : "Icicle"}
              </button>
            ))}
          </div>
          <SearchBox count={matches.size} input={search} onDone={() => handle.current?.focus()} />
          <SupportSlider tree={tree} />
          <ZoomButtons handle={handle} />
        </div>
        {(root > 0 || row) && <Crumbs tree={tree} root={root} />}
        {tree.size === 1 && (
          <p className="crumbs muted" data-stump>
            {isFormula
              ? "This model is one formula: it is shown with the node, and on Rules."
              : "No split was good enough: the tree is its root. The nearest tests are listed with the node."}
          </p>
        )}
      </div>
      <TreeCanvas
        ref={handle}
        {...{ scene, theme, selected, path, matches, edited, locked, isCollapsed, facts, onKey, treeKey }}
        {...{ notes, constrained, ghost, held }}
        anchor={studio.editing.pathOf(selected)}
        onSelect={(node) => studio.select(node)}
        onToggle={(node) => studio.toggle(node)}
        onFocus={(node) => tree.attribute[node] >= 0 && studio.setView({ root: node })}
        onNear={askNear}
        label={`Tree of ${tree.target.name}, ${plural(tree.size, "node")}`}
      />
    </div>
  );
}

function Crumbs({ tree, root }: { readonly tree: TreeView; readonly root: number }) {
  const studio = useStudio();
  const row = useStudioState((state) => state.row);
  return (
    <div className="crumbs">
      {root > 0 && (
        <>
          <button type="button" className="link" onClick={() => studio.setView({ root: 0 })}>
            All rows
          </button>
          <span className="muted">▸ {tree.words[root]}</span>
        </>
      )}
      {row && (
        <>
          <span>
            {row.row === undefined ? "The row as changed" : `Row ${row.row + 1}`}: <b>{row.prediction}</b>
          </span>
          <button type="button" className="link" onClick={() => studio.store.set({ row: undefined })}>
            Clear the path
          </button>
        </>
      )}
    </div>
  );
}

interface SearchProps {
  readonly count: number;
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly onDone: () => void;
}

function SearchBox({ count, input, onDone }: SearchProps) {
  const studio = useStudio();
  const query = useStudioState((state) => state.view.query);
  return (
    <search className="find">
      <input
        ref={input}
        type="search"
        aria-label="Search nodes"
        placeholder="Search: words, leaves n<20"
        value={query}
        onChange={(event) => studio.setView({ query: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter") studio.step(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") {
            studio.setView({ query: "" });
            onDone();
          }
        }}
      />
      {query.trim() !== "" && (
        <output className="small-text muted" data-found>
          {count === 0 ? "no match" : plural(count, "match", "matches")}
        </output>
      )}
    </search>
  );
}

const SHARES = [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5];

/** Closes the subtrees that have few of the rows. */
function SupportSlider({ tree }: { readonly tree: TreeView }) {
  const studio = useStudio();
  const collapsed = useStudioState((state) => state.view.collapsed);
  const [last, setStep] = useState(0);
  // Large trees open with some closed; and people close others one by one.
  const found = useMemo(
    () => SHARES.findIndex((share) => lightNodes(tree, share).size === collapsed.size),
    [tree, collapsed],
  );
  const step = found < 0 ? last : found;
  const text = step === 0 ? "all" : `≥ ${percent(SHARES[step], SHARES[step] < 0.01 ? 1 : 0)}`;
  return (
    <label className="support">
      <span className="small-text muted">Rows {text}</span>
      <input
        type="range"
        aria-label="Close subtrees with fewer rows than"
        aria-valuetext={step === 0 ? "all open" : `${percent(SHARES[step], 1)} of all rows`}
        min={0}
        max={SHARES.length - 1}
        value={step}
        onChange={(event) => {
          const next = Number(event.target.value);
          setStep(next);
          studio.setView({ collapsed: lightNodes(tree, SHARES[next]) });
        }}
      />
    </label>
  );
}

function ZoomButtons({ handle }: { readonly handle: React.RefObject<TreeCanvasHandle | null> }) {
  return (
    <div className="row" style={{ gap: 2 }}>
      <button
        type="button"
        className="quiet icon"
        aria-label="Zoom out"
        onClick={() => handle.current?.zoomBy(1 / 1.4)}
      >
        <Icon name="minus" />
      </button>
      <button
        type="button"
        className="quiet icon"
        aria-label="Zoom in"
        onClick={() => handle.current?.zoomBy(1.4)}
      >
        <Icon name="plus" />
      </button>
      <button
        type="button"
        className="quiet icon"
        aria-label="Fit to screen"
        onClick={() => handle.current?.fit()}
      >
        <Icon name="fit" />
      </button>
    </div>
  );
}

/** Distributions of near nodes, asked for once per tree. */
function useNearFacts(tree: TreeView): [ReadonlyMap<number, NodeFacts>, (nodes: readonly number[]) => void] {
  const studio = useStudio();
  const [known, setKnown] = useState<{ tree: TreeView; facts: ReadonlyMap<number, NodeFacts> }>();
  const asked = useRef(new WeakMap<TreeView, Set<number>>());
  const ask = useCallback(
    async (nodes: readonly number[]) => {
      const before = asked.current.get(tree) ?? new Set();
      asked.current.set(tree, before);
      const wanted = nodes.filter((node) => !before.has(node));
      for (const node of wanted) before.add(node);
      const found = await Promise.all(
        wanted.map((node) => studio.ask("node", { node, from: 0, most: 0 }).catch(() => undefined)),
      );
      const entries = found.flatMap((each) => (each ? [[each.node, each] as const] : []));
      setKnown((old) => ({ tree, facts: new Map([...(old?.tree === tree ? old.facts : []), ...entries]) }));
    },
    [studio, tree],
  );
  return [known?.tree === tree ? known.facts : NO_FACTS, ask];
}

function useTreeKeys(
  handle: React.RefObject<TreeCanvasHandle | null>,
  search: React.RefObject<HTMLInputElement | null>,
): (event: React.KeyboardEvent) => void {
  const studio = useStudio();
  return (event) => {
    const actions: Readonly<Record<string, () => void>> = {
      f: () => handle.current?.fit(),
      "1": () => handle.current?.scale(1),
      "2": () => handle.current?.scale(2),
      "3": () => handle.current?.scale(3),
      "+": () => handle.current?.zoomBy(1.4),
      "-": () => handle.current?.zoomBy(1 / 1.4),
      "/": () => search.current?.focus(),
      n: () => studio.step(1),
      s: () => focusPart("candidate"),
      e: () => focusPart("label"),
      a: () => focusPart("note"),
      x: () => focusPart("constrain"),
      w: () => void swap(studio),
      p: () => void editNode(studio, "prune"),
      r: () => void editNode(studio, "regrow"),
      l: () => void toggleLock(studio),
      Escape: () => {
        studio.store.set({ row: undefined });
        studio.setView({ root: 0, query: "" });
      },
    };
    const act = actions[event.key.toLowerCase()] ?? actions[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}
