import { useEffect, useState } from "react";
import { amount, brief, percent, plural, rowsText } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { answerText } from "../tree/search.js";
import { MiniBars, rangeText } from "../ui/MiniBars.js";
import { RowsTable } from "../ui/RowsTable.js";
import type { NodeFacts, SurrogateFacts, TreeView } from "../work/protocol.js";
import { BranchChips } from "./BranchChips.js";
import { EditPanel } from "./EditPanel.js";
import { lockOver } from "./Locks.js";
import { ThresholdSlider } from "./ThresholdSlider.js";
import { useProfile } from "./useProfile.js";

const PAGE = 50;

/** The selected node: its sentence, its rows, and what it tests. */
export function NodePanel({ tree }: { readonly tree: TreeView }) {
  const studio = useStudio();
  const node = useStudioState((state) => Math.min(state.selected, tree.size - 1));
  const facts = useNodeFacts(tree, node);
  const isEditable = useStudioState(
    (state) => state.table !== undefined && state.model?.pruned === undefined,
  );
  return (
    <aside className="side right" aria-label="Selected node">
      <section aria-live="polite">
        <h3>
          {node === 0 ? "Root" : tree.attribute[node] < 0 ? "Leaf" : "Split"} · {rowsText(tree.weight[node])}
        </h3>
        <Sentence {...{ tree, node, facts }} />
        <Held {...{ tree, node }} />
        <Note node={node} />
      </section>
      {tree.task === "classification" ? <Shares {...{ tree, node }} /> : <Value {...{ tree, node }} />}
      {facts?.formulas && (
        <section aria-label="Formula">
          <h3>Formula</h3>
          <pre className="formulas" data-formula>
            {facts.formulas.join("\n")}
          </pre>
        </section>
      )}
      {tree.attribute[node] >= 0 && <Test {...{ tree, node, facts }} />}
      {isEditable && <EditPanel {...{ tree, node }} />}
      {facts?.rows && (
        <section>
          <h3>Rows</h3>
          <RowsTable page={facts.rows} label="Rows of the node" onRow={(row) => void studio.trace({ row })} />
          {(facts.rowCount ?? 0) > PAGE && (
            <p className="muted small-text">
              the first {PAGE} of {plural(facts.rowCount ?? 0, "row")}
            </p>
          )}
        </section>
      )}
    </aside>
  );
}

/** What becomes of the validation rows at the node. */
function Held({ tree, node }: NodeProps) {
  const held = useStudioState((state) => state.model?.held);
  if (held === undefined) return null;
  const [rows, loss] = [held.weights[node], held.losses[node]];
  const right =
    tree.task === "classification"
      ? `${percent(1 - loss / rows)} of them so`
      : `RMSE ${brief(Math.sqrt(loss / rows))}`;
  return (
    <p className="small-text muted" data-held>
      Validation: {rowsText(rows)}
      {rows > 0 && `, ${right}`}
    </p>
  );
}

function Note({ node }: { readonly node: number }) {
  const text = useStudioState((state) => state.model?.notes.find((note) => note.node === node)?.text);
  if (text === undefined) return null;
  return (
    <p className="note" data-note-text>
      {text}
    </p>
  );
}

function useNodeFacts(tree: TreeView, node: number): NodeFacts | undefined {
  const studio = useStudio();
  const [facts, setFacts] = useState<{ tree: TreeView; facts: NodeFacts }>();
  useEffect(() => {
    let isWanted = true;
    studio.ask("node", { node, from: 0, most: PAGE }).then(
      (found) => isWanted && setFacts({ tree, facts: found }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [studio, tree, node]);
  return facts?.tree === tree && facts.facts.node === node ? facts.facts : undefined;
}

interface NodeProps {
  readonly tree: TreeView;
  readonly node: number;
  readonly facts?: NodeFacts | undefined;
}

/** Whether a person has set the answer of the node. */
function useIsSet(node: number): boolean {
  return useStudioState(({ edits, done, model }) => {
    const path = model?.paths?.[node];
    return edits.slice(0, done).some((edit) => edit.kind === "label" && edit.node === path);
  });
}

function Sentence({ tree, node, facts }: NodeProps) {
  const conditions = facts?.path ?? pathOf(tree, node);
  const isSet = useIsSet(node);
  return (
    <p className="sentence" data-sentence>
      {conditions.length > 0
        ? "If "
        : tree.task === "regression"
          ? isSet
            ? "The answer to all rows is "
            : "The mean of all rows is "
          : "Of all rows, most are "}
      {conditions.map((condition, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path does not change its order
        <span key={i}>
          {i > 0 && <span className="and"> and </span>}
          <b>
            <bdi>{condition}</bdi>
          </b>
        </span>
      ))}
      {conditions.length > 0 && " then "}
      <Answer {...{ tree, node }} />
      {tree.task === "classification"
        ? `, in ${percent(tree.figure[node])} of ${rowsText(tree.weight[node])}`
        : isSet
          ? `, set by hand, for ${rowsText(tree.weight[node])}`
          : conditions.length > 0 && ` on average, of ${rowsText(tree.weight[node])}`}
      .
    </p>
  );
}

/** The conditions as they are on the edges, until the worker has shortened them. */
function pathOf(tree: TreeView, node: number): string[] {
  const path: string[] = [];
  for (let at = node; at > 0; at = tree.parent[at]) path.unshift(tree.words[at]);
  return path;
}

export function Answer({ tree, node }: NodeProps) {
  const colour = tree.target.colours[tree.answer[node]];
  return (
    <span className="answer">
      {tree.task === "classification" && <span className="swatch" style={{ background: colour }} />}
      <bdi>{tree.task === "regression" ? brief(tree.answer[node]) : answerText(tree, node)}</bdi>
    </span>
  );
}

function Shares({ tree, node }: NodeProps) {
  const { groups, mix, target } = tree;
  const weights = Array.from({ length: groups }, (_, g) => mix[node * groups + g]);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return (
    <section>
      <h3>Classes</h3>
      <dl className="shares">
        {weights.map((weight, g) => (
          <div key={target.groupNames[g]} style={{ display: "contents" }}>
            <dt>
              <bdi>{target.groupNames[g]}</bdi>
            </dt>
            <dd className="bar-part" aria-hidden="true">
              <span style={{ width: `${(100 * weight) / total}%`, background: target.groupColours[g] }} />
            </dd>
            <dd className="figure" data-count={target.groupNames[g]}>
              {amount(weight)} <span className="muted">{percent(weight / total)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ tree, node }: NodeProps) {
  const isSet = useIsSet(node);
  return (
    <section>
      <h3>Value</h3>
      <p>
        {isSet ? "answer" : "mean"} <b>{brief(tree.answer[node])}</b>, {tree.error} {brief(tree.figure[node])}
      </p>
    </section>
  );
}

function Test({ tree, node, facts }: NodeProps) {
  const view = useStudioState((state) => state.view);
  const isEditable = useStudioState(
    (state) =>
      state.table !== undefined &&
      state.model?.pruned === undefined &&
      lockOver(tree, state.model?.locked ?? [], node) < 0,
  );
  const answer = useProfile(tree, node);
  const studio = useStudio();
  const name = tree.attributes[tree.attribute[node]];
  const isClosed = view.collapsed.has(node);
  const isDragged = isEditable && facts?.threshold !== undefined && facts.bars?.from !== undefined;
  return (
    <section>
      <h3>
        Tests <bdi>{name}</bdi>
      </h3>
      {isDragged && facts.bars && facts.threshold !== undefined && (
        <ThresholdSlider
          {...{ tree, node, answer }}
          bars={facts.bars}
          threshold={facts.threshold}
          missingTo={byHand(facts)}
        />
      )}
      {facts?.bars && !isDragged && (
        <MiniBars
          bars={facts.bars}
          height={72}
          colours={facts.bars.groups > 1 ? tree.target.groupColours : ["var(--strong)"]}
          label={`${name} among the rows of the node: ${rangeText(facts.bars)}`}
          {...(facts.threshold !== undefined && { threshold: facts.threshold })}
        />
      )}
      <p className="muted small-text">
        {[facts?.bars && rangeText(facts.bars), facts?.gain !== undefined && `gain ${brief(facts.gain)}`]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {isEditable && answer && facts?.test && facts.missingTo && (
        <BranchChips {...{ tree, node, answer }} test={facts.test} missingTo={facts.missingTo} />
      )}
      {facts?.missing !== undefined && <p className="small-text muted">{facts.missing}</p>}
      {facts?.surrogates && facts.surrogates.length > 0 && <Surrogates list={facts.surrogates} />}
      <div className="row">
        <button type="button" className="small" aria-expanded={!isClosed} onClick={() => studio.toggle(node)}>
          {isClosed ? "Open" : "Close"} subtree
        </button>
        {node !== view.root && (
          <button type="button" className="small" onClick={() => studio.setView({ root: node })}>
            Focus
          </button>
        )}
      </div>
    </section>
  );
}

/** The branch of rows without a value, if a person chose it. */
function byHand({ missingTo }: NodeFacts): number | undefined {
  return missingTo?.isByHand && missingTo.to !== "parts" ? missingTo.to : undefined;
}

/** The tests that stand in for the node's own where it has no value, in their order. */
function Surrogates({ list }: { readonly list: readonly SurrogateFacts[] }) {
  return (
    <table className="surrogates">
      <caption>Surrogates, for rows without a value</caption>
      <thead>
        <tr>
          <th>instead</th>
          <th>agrees</th>
          <th title="0: as good as the largest branch for all; 1: full agreement">adjusted</th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ text, agreement, adjusted }) => (
          <tr key={text} data-surrogate>
            <td>
              <bdi>{text}</bdi>
            </td>
            <td>{percent(agreement)}</td>
            <td>{adjusted.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
