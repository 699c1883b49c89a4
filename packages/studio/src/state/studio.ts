import type { ColumnType } from "coppice";
import type { Edit } from "coppice/edit";
import { plural, shown } from "../base/text.js";
import { findNodes } from "../tree/search.js";
import { lightNodes } from "../tree/visible.js";
import { type CallOptions, WorkClient, WorkError } from "../work/client.js";
import type { RequestName, Requests } from "../work/exchange.js";
import type { ModelFacts, Reading, Recipe, SavedForm, TableFacts } from "../work/protocol.js";
import { Editing } from "./editing.js";
import { forget, type Kept, keep } from "./keep.js";
import { nearest, sameNodes } from "./nodeNames.js";
import { type Repair, repairedReading, repairedRecipe } from "./repair.js";
import { Store } from "./store.js";
import { type Screen, type Source, START, type StudioState, type ThemeChoice, type View } from "./types.js";

/** Trees with more nodes open with their light subtrees closed. */
const MANY_NODES = 300;
const LEAST_SHARE = 0.01;
/** Rows from which a first tree is shallow and not pruned: pruning would grow ten more. */
const MANY_ROWS = 200_000;
/** Cells up to which a new tree is cross-validated without being asked for it. */
const FEW_CELLS = 400_000;
export const FOLDS = 10;
const MOST_DEATHS = 3;

/** What a person can do: each method changes the state, with the worker's help where needed. */
export class Studio {
  readonly store = new Store<StudioState>(START);
  private readonly client: WorkClient;
  private running: AbortController | undefined;
  private validation: AbortController | undefined;
  private saving: ReturnType<typeof setTimeout> | undefined;
  /** What is being opened: if the worker dies or the page is left meanwhile, it is opened again. */
  private opening: Opening | undefined;
  /** Deaths of workers since a model was last learned or read. */
  private deaths = 0;

  /** Changes of the tree. */
  readonly editing: Editing;

  constructor(startWorker: () => Worker) {
    this.client = new WorkClient(startWorker, () => void this.revive());
    this.editing = new Editing({
      store: this.store,
      call: (name, args, options) => this.client.call(name, args, options),
      work: (label, run) => this.work(label, run),
      show: (model, isSame) => this.show(model, isSame),
      select: (node) => this.select(node),
      grow: () => this.grow(),
    });
    this.store.subscribe(() => this.save());
    this.client.begin();
  }

  /** Whether something is open, or being opened. */
  get isInUse(): boolean {
    return this.opening !== undefined || this.state.source !== undefined;
  }

  private get state(): StudioState {
    return this.store.get();
  }

  /** A question that changes nothing. */
  readonly ask = <N extends RequestName>(
    name: N,
    args: Requests[N]["args"],
    options?: CallOptions,
  ): Promise<Requests[N]["result"]> => this.client.call(name, args, options);

  async loadLearners(): Promise<void> {
    this.store.set({ learners: await this.client.call("learners", {}) });
  }

  /** Reads a file, grows a first tree, and edits it as it was edited before. */
  async open(
    source: Source,
    wanted: Partial<Recipe> = {},
    reading = START.reading,
    { edits, done, looks }: Pick<Opening, "edits" | "done" | "looks"> = NO_WORK,
  ): Promise<void> {
    const opening = { source, wanted, reading, edits, done, looks };
    this.opening = opening;
    const isStillWanted = () => this.opening === opening && this.state.fault === undefined;
    if (source.kind === "model") await this.openModel(source);
    else {
      const isRead = await this.openTable(opening);
      if (isRead && isStillWanted() && this.state.description?.fault === undefined) await this.grow();
      if (edits.length > 0 && isStillWanted()) await this.editing.setEdits(edits, done);
    }
    if (this.opening === opening) this.opening = undefined;
    this.save();
  }

  /** Whether it could be read. */
  private async openTable({ source, wanted, reading, looks }: Opening): Promise<boolean> {
    this.validation?.abort();
    let isRead = false;
    await this.work(`Reading ${shown(source.name, 60)}`, async (options) => {
      const content = { name: source.name, content: source.content, reading };
      const table = await this.client.call("open", content, options);
      this.store.set({
        ...NO_EDITS,
        source,
        reading,
        table,
        recipe: firstRecipe(table, wanted),
        model: undefined,
        validation: undefined,
        sealed: undefined,
        looks,
        row: undefined,
      });
      await this.describe();
      isRead = true;
    });
    return isRead;
  }

  private async openModel(source: Source): Promise<void> {
    await this.work(`Reading ${shown(source.name, 60)}`, async (options) => {
      const model = await this.client.call("openModel", { content: source.content }, options);
      this.store.set({
        source,
        table: undefined,
        description: undefined,
        recipe: undefined,
        validation: undefined,
      });
      this.show(model);
      this.store.set({ screen: "tree" });
    });
  }

  private async describe(): Promise<void> {
    const { recipe } = this.state;
    if (recipe === undefined) return;
    const { target, ignore, use } = recipe;
    const description = await this.client.call("describe", { target, ignore, use });
    this.store.set({ description, fault: undefined });
  }

  /** Changes what is learned from, and looks at the table again; the tree stays until it is grown again. */
  async choose(change: Partial<Recipe>): Promise<void> {
    const { recipe } = this.state;
    if (recipe === undefined) return;
    const isOther = change.target !== undefined && change.target !== recipe.target;
    this.store.set({ recipe: { ...recipe, ...change } });
    if (!isOther && !("ignore" in change) && !("use" in change)) return;
    await this.work("Looking at the table", () => this.describe());
    if (isOther && this.state.description?.fault === undefined) await this.grow();
  }

  async setType(column: string, type: ColumnType): Promise<void> {
    await this.reread(repairedReading(this.state.reading, { types: { [column]: type } }));
  }

  async repair(repair: Repair): Promise<void> {
    const { recipe, reading } = this.state;
    if (recipe === undefined) return;
    const changed = repairedRecipe(recipe, repair);
    if (repair.reading) {
      this.store.set({ recipe: changed });
      return this.reread(repairedReading(reading, repair.reading));
    }
    await this.choose({ ignore: changed.ignore, use: changed.use });
    if (this.state.description?.fault === undefined) await this.grow();
  }

  private async reread(reading: StudioState["reading"]): Promise<void> {
    const { source, recipe, looks } = this.state;
    if (source !== undefined) await this.open(source, recipe, reading, { ...NO_WORK, looks });
  }

  async grow(): Promise<void> {
    const { recipe, table } = this.state;
    if (recipe === undefined || table === undefined) return;
    this.validation?.abort();
    await this.work(`Growing with ${recipe.learner}`, async (options) => {
      const model = await this.client.call("fit", recipe, options);
      this.store.set({ grownBy: recipe, validation: undefined, row: undefined, ...NO_EDITS });
      this.show(model);
    });
    const isDone = this.state.fault === undefined && this.state.grownBy === recipe;
    if (isDone && recipe.judge?.kind !== "holdOut" && table.rows * table.columns.length <= FEW_CELLS)
      await this.validate();
  }

  /** Estimates the model on rows that it has not seen, while the page goes on. */
  async validate(): Promise<void> {
    const { grownBy } = this.state;
    if (grownBy === undefined || grownBy.judge?.kind === "holdOut") return;
    const stop = new AbortController();
    this.validation = stop;
    this.store.set({ validating: true });
    try {
      const validation = await this.client.call(
        "validate",
        { ...grownBy, folds: grownBy.judge?.folds ?? FOLDS },
        { signal: stop.signal },
      );
      if (!stop.signal.aborted) this.store.set({ validation });
    } catch (error) {
      // An estimate that cannot be made (a class with one row) is not a fault of the model.
      if (!(error instanceof WorkError)) throw error;
    } finally {
      if (this.validation === stop) this.store.set({ validating: false });
    }
  }

  /** The score on the sealed rows. Every look is counted: a score that one has tuned for says nothing any more. */
  async unseal(): Promise<void> {
    try {
      const sealed = await this.client.call("unseal", {});
      const looks = this.state.looks + 1;
      this.store.set({ sealed, looks, news: `looked at the test rows for the ${ordinal(looks)} time` });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Shows a model: closes light subtrees of a large tree, and keeps what is selected if it still exists. */
  private show(model: ModelFacts, isSame = false): void {
    this.deaths = 0;
    const { tree } = model;
    const isLarge = tree !== undefined && tree.size > MANY_NODES;
    const { view, selected, model: old } = this.state;
    const size = Object.entries(model.size).map(([name, count]) => `${count} ${name}`);
    const carried = isSame && old?.paths && model.paths ? view.collapsed : undefined;
    this.store.set({
      model,
      sealed: undefined,
      ghost: undefined,
      selected: isSame && old?.paths ? nearest(model, old.paths[selected] ?? "root") : 0,
      view: {
        ...view,
        root: 0,
        query: isSame ? view.query : "",
        collapsed: carried
          ? sameNodes(carried, old!.paths!, model.paths!)
          : isLarge
            ? lightNodes(tree, LEAST_SHARE)
            : new Set(),
      },
      news: `${model.learner}: ${size.join(", ")}`,
    });
  }

  setView(change: Partial<View>): void {
    this.store.set({ view: { ...this.state.view, ...change } });
  }

  /** Selects a node, and opens what hides it. */
  select(node: number): void {
    const { model, view } = this.state;
    const tree = model?.tree;
    if (tree === undefined || node < 0 || node >= tree.size) return;
    const collapsed = new Set(view.collapsed);
    for (let at = tree.parent[node]; at >= 0; at = tree.parent[at]) collapsed.delete(at);
    const isInside = node >= view.root && node < tree.end[view.root];
    this.store.set({
      selected: node,
      ...((collapsed.size !== view.collapsed.size || !isInside) && {
        view: { ...view, collapsed, root: isInside ? view.root : 0 },
      }),
    });
  }

  toggle(node: number): void {
    const { view, model } = this.state;
    if (model?.tree === undefined || model.tree.attribute[node] < 0) return;
    const collapsed = new Set(view.collapsed);
    if (!collapsed.delete(node)) collapsed.add(node);
    this.setView({ collapsed });
  }

  /** The next match of the search, or the one before. */
  step(by: 1 | -1): void {
    const { model, view, selected } = this.state;
    if (model?.tree === undefined) return;
    const found = findNodes(model.tree, view.query);
    if (found.length === 0) return;
    const next = by > 0 ? found.find((node) => node > selected) : found.findLast((node) => node < selected);
    this.select(next ?? (by > 0 ? found[0] : found[found.length - 1]));
    const at = found.indexOf(this.state.selected) + 1;
    this.store.set({ news: `match ${at} of ${plural(found.length, "node")}` });
  }

  /** The path and the answer of a row of the table, or of cells as they are given. */
  async trace(args: Requests["row"]["args"]): Promise<void> {
    try {
      const row = await this.client.call("row", args);
      this.store.set({ row });
      if (row.path.length > 0) this.select(row.path[row.path.length - 1]);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Hands the browser a file to save. */
  async download(form: SavedForm, source: string): Promise<void> {
    try {
      const { name, type, content } = await this.client.call("save", { form, name: source });
      this.hand(name, new Blob([content], { type }));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Hands the browser this content to save. */
  hand(name: string, content: Blob): void {
    const url = URL.createObjectURL(content);
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  go(screen: Screen): void {
    this.store.set({ screen });
  }

  setTheme(theme: ThemeChoice): void {
    this.store.set({ theme });
  }

  cancel(): void {
    this.running?.abort();
  }

  dismiss(): void {
    this.store.set({ fault: undefined });
  }

  async close(): Promise<void> {
    clearTimeout(this.saving);
    this.saving = undefined;
    this.opening = undefined;
    await forget();
    const { theme, learners } = this.state;
    this.store.set({ ...EMPTY, ...START, theme, learners });
  }

  /** For tests, and for people who want to see that nothing is lost. */
  crash(): void {
    this.client.kill();
  }

  async restore({
    source,
    reading,
    recipe,
    screen,
    selected,
    theme,
    edits = [],
    done = 0,
    looks = 0,
  }: Kept): Promise<void> {
    this.store.set({ theme, screen });
    await this.open(source, recipe, reading, { edits, done, looks });
    if (this.state.model?.tree && selected < this.state.model.tree.size) this.store.set({ selected });
  }

  private async revive(): Promise<void> {
    if (++this.deaths > MOST_DEATHS) {
      this.store.set({
        fault: { code: "THREAD_DIED", message: "the worker ended several times: reload the page" },
      });
      return;
    }
    const { opening } = this;
    const { source, ...state } = this.state;
    if (opening !== undefined) await this.open(opening.source, opening.wanted, opening.reading, opening);
    else if (source !== undefined) await this.restore({ ...state, source });
    else return;
    this.store.set({ news: "The worker was started again; nothing is lost." });
  }

  private async work(label: string, run: (options: Required<CallOptions>) => Promise<void>): Promise<void> {
    this.running?.abort();
    const stop = new AbortController();
    this.running = stop;
    this.store.set({ job: { label, done: 0 }, fault: undefined });
    try {
      await run({
        signal: stop.signal,
        onProgress: (done) => this.running === stop && this.store.set({ job: { label, done } }),
      });
    } catch (error) {
      if (this.running === stop) this.fail(error);
    } finally {
      if (this.running === stop) this.store.set({ job: undefined });
    }
  }

  private fail(error: unknown): void {
    if (!(error instanceof WorkError)) throw error;
    const { code } = error.fault;
    if (code === "THREAD_DIED") return;
    if (code !== "ABORTED") this.store.set({ fault: error.fault });
  }

  /** Keeps the work a moment later: changes come in quick succession. */
  private save(): void {
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      const work = this.worthKeeping();
      if (work !== undefined) void keep(work);
    }, 250);
  }

  private worthKeeping(): Kept | undefined {
    const { source, reading, recipe, screen, selected, theme, edits, done, looks } = this.state;
    const { opening } = this;
    const view = { screen, selected, theme };
    // Until it is open, the state lacks its edits.
    if (opening !== undefined) {
      const { wanted, ...others } = opening;
      const isRead = source === opening.source && recipe !== undefined;
      return opening.source.isWelcome ? undefined : { ...others, ...view, recipe: isRead ? recipe : wanted };
    }
    if (source === undefined || source.isWelcome) return undefined;
    return { source, reading, recipe, edits, done, looks, ...view };
  }
}

interface Opening {
  readonly source: Source;
  readonly wanted: Partial<Recipe>;
  readonly reading: Reading;
  /** What is changed in the tree once it is grown. */
  readonly edits: readonly Edit[];
  readonly done: number;
  readonly looks: number;
}

/** The default recipe with what is wanted of it. */
function firstRecipe(table: TableFacts, wanted: Partial<Recipe>): Recipe {
  const recipe: Recipe = {
    ...{ target: table.target, ignore: [], use: [], learner: "cart", seed: 1 },
    options: table.rows >= MANY_ROWS ? { maxDepth: 8, prune: "none" } : {},
    ...wanted,
  };
  const isKnown = table.columns.some(({ name }) => name === recipe.target);
  return isKnown ? recipe : { ...recipe, target: table.target };
}

function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}

const NO_WORK = { edits: [], done: 0, looks: 0 };
const NO_EDITS = { edits: [], done: 0, before: undefined };

/** Every optional part of the state, absent. */
const EMPTY = {
  source: undefined,
  table: undefined,
  description: undefined,
  recipe: undefined,
  model: undefined,
  grownBy: undefined,
  validation: undefined,
  before: undefined,
  sealed: undefined,
  ghost: undefined,
  row: undefined,
  job: undefined,
  fault: undefined,
};
