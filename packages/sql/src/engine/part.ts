import type { AsyncDataHandle, RowChoice } from "coppice/engine";
import { RowChooser } from "./chosenRows.js";
import type { CodedRows } from "./coded.js";
import { SqlEngine } from "./engine.js";
import { isJoint, JointFolds } from "./jointFolds.js";
import type { Scratch } from "./scratch.js";

type FoldChoice = Extract<RowChoice, { fold: number }>;

/** More conversations at once save little: their answers are here at the same time. */
const MOST_TOGETHER = 32;

/** Where coded rows are: a table that is there already, or one that is made when it is needed. */
interface Source {
  /** What is known of them without asking. */
  readonly known: CodedRows;
  open(): Promise<CodedRows>;
  /** Called by each engine that is done with them. */
  release(): Promise<void>;
}

/** A handle on coded rows that makes engines and parts. Parts are tables of their own as long as an engine works on them. */
export function codedHandle(
  rows: CodedRows,
  scratch: Scratch,
  opened: Set<{ close(): Promise<void> }>,
): Pick<AsyncDataHandle, "engine" | "part"> {
  return handleOn({ known: rows, open: async () => rows, release: async () => {} }, scratch, opened);
}

function handleOn(source: Source, scratch: Scratch, opened: Set<{ close(): Promise<void> }>) {
  let chooser: Promise<RowChooser> | undefined;
  let joint: { readonly of: number; readonly key: number; readonly folds: JointFolds } | undefined;
  const chooserOf = () => {
    chooser ??= source.open().then((rows) => new RowChooser(rows, scratch));
    return chooser;
  };
  const jointFolds = (choice: RowChoice): JointFolds | undefined => {
    if (!("fold" in choice) || !choice.rest || !isJoint(source.known, choice)) return undefined;
    const { of, order } = choice;
    if (joint?.of !== of || joint.key !== order.key) {
      const folds = new JointFolds(source.known, chooserOf, choice);
      opened.add(folds);
      joint = { of, key: order.key, folds };
    }
    return joint.folds;
  };
  return {
    /** The trees of folds, and the tree itself. */
    together: MOST_TOGETHER,
    engine() {
      const engine = new SqlEngine(source.known, source);
      opened.add(engine);
      return engine;
    },
    part(choice: RowChoice): AsyncDataHandle {
      const folds = jointFolds(choice);
      const own = partOf(source.known, () => chooserOf().then((of) => of.choose(choice)), choice, {
        scratch,
        opened,
      });
      return folds ? memberOf(folds, own, choice as FoldChoice) : own;
    },
  };
}

/** A part whose tree is grown with those of other folds. Parts of it are taken from rows of its own. */
function memberOf(folds: JointFolds, own: AsyncDataHandle, { fold }: FoldChoice): AsyncDataHandle {
  let task = own.task;
  return {
    ...own,
    get task() {
      return task;
    },
    ready: async () => {
      task = await folds.task(fold);
    },
    engine: () => folds.engine(fold) ?? own.engine(),
  };
}

interface Shared {
  readonly scratch: Scratch;
  readonly opened: Set<{ close(): Promise<void> }>;
}

function partOf(
  whole: CodedRows,
  make: () => Promise<CodedRows>,
  choice: RowChoice,
  shared: Shared,
): AsyncDataHandle {
  let users = 0;
  let table: Promise<CodedRows> | undefined;
  let known: CodedRows | undefined;
  const made = async () => {
    table ??= make();
    known = await table;
    return known;
  };
  const rows = rowsOf(choice, whole.task.rows);
  const unknown = (): never => {
    throw new Error("how much the rows of a part weigh is known when it is ready");
  };
  const task = {
    ...whole.task,
    get rows() {
      return known?.task.rows ?? rows ?? unknown();
    },
    get totalWeight() {
      return known?.task.totalWeight ?? (whole.isWeighted ? undefined : rows) ?? unknown();
    },
  };
  const source: Source = {
    known: { ...whole, isWeighted: whole.isWeighted || isCounted(choice), task },
    async open() {
      users++;
      return made();
    },
    async release() {
      users--;
      if (users > 0 || table === undefined) return;
      const old = await table.catch(() => undefined);
      table = undefined;
      if (old) await shared.scratch.drop(old.table);
    },
  };
  return {
    task,
    hasGaps: (attribute) => whole.hasGaps[attribute],
    ready: async () => {
      await made();
    },
    ...handleOn(source, shared.scratch, shared.opened),
  };
}

const isCounted = (choice: RowChoice) => "bag" in choice && choice.bag.replacement;

/** The number of rows, where the choice tells. */
function rowsOf(choice: RowChoice, all: number): number | undefined {
  if ("places" in choice) return choice.places.length;
  if ("bag" in choice || "outOfBag" in choice) return undefined;
  const chosen = "fold" in choice ? Math.ceil((all - choice.fold) / choice.of) : choice.wanted;
  return choice.rest ? all - chosen : chosen;
}
