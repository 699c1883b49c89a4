import { useMemo } from "react";
import { WorkError } from "../work/client.js";
import type { Score } from "../work/protocol.js";
import type { ComparisonFacts } from "../work/requests/runs.js";
import { useStudio } from "./context.js";
import { keepRuns, keptRuns } from "./keepRuns.js";
import { type Run, recipeKey } from "./run.js";
import { Store, useStore } from "./store.js";
import { FOLDS, type Studio } from "./studio.js";
import type { StudioState } from "./types.js";

export interface RunsState {
  /** Of all tables, the earliest first. */
  readonly runs: readonly Run[];
  /** Runs that are compared. */
  readonly chosen: ReadonlySet<string>;
  readonly comparison?: Comparison | undefined;
  /** The share of the comparison that is done. */
  readonly comparing?: number | undefined;
  readonly fault?: string | undefined;
}

export interface Comparison {
  readonly ids: readonly string[];
  readonly facts: ComparisonFacts;
}

/** Older runs are forgotten. */
const MOST_RUNS = 100;

/** The history of runs: filled as models are learned, kept over reloads. */
export class Runs {
  readonly store = new Store<RunsState>({ runs: [], chosen: new Set() });
  private last: Pick<StudioState, "model" | "validation"> = {};
  private stop: AbortController | undefined;
  private readonly ready: Promise<void>;

  constructor(
    private readonly studio: Studio,
    private readonly now: () => number = Date.now,
  ) {
    this.ready = this.recall();
    studio.store.subscribe(() => void this.look());
  }

  /** The runs of the table that is open. */
  static of({ runs }: RunsState, source: string | undefined): Run[] {
    return runs.filter((run) => run.source === source);
  }

  /** Brings a run back: its recipe gives the same model. */
  async bringBack({ recipe }: Run): Promise<void> {
    await this.studio.choose({ judge: { kind: "folds", folds: FOLDS }, ...recipe });
    const { grownBy, recipe: chosen, description } = this.studio.store.get();
    if (grownBy !== chosen && description?.fault === undefined) await this.studio.grow();
    this.studio.go("tree");
  }

  remove(id: string): void {
    const { runs, chosen, comparison } = this.store.get();
    this.store.set({
      runs: runs.filter((run) => run.id !== id),
      chosen: new Set([...chosen].filter((each) => each !== id)),
      comparison: comparison?.ids.includes(id) ? undefined : comparison,
    });
    this.keep();
  }

  choose(id: string, isChosen: boolean): void {
    const chosen = new Set(this.store.get().chosen);
    if (isChosen) chosen.add(id);
    else chosen.delete(id);
    this.store.set({ chosen });
  }

  /** Learns the runs again on the same folds, and tests whether they differ from the first of them. */
  async compare(runs: readonly Run[], folds: number, against: number): Promise<void> {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.store.set({ comparing: 0, fault: undefined });
    try {
      const facts = await this.studio.ask(
        "compare",
        { recipes: runs.map(({ recipe }) => recipe), folds, against },
        {
          signal: stop.signal,
          onProgress: (comparing) => this.stop === stop && this.store.set({ comparing }),
        },
      );
      this.store.set({ comparison: { ids: runs.map(({ id }) => id), facts } });
    } catch (error) {
      if (!(error instanceof WorkError)) throw error;
      if (this.stop === stop && error.fault.code !== "ABORTED") this.store.set({ fault: error.message });
    } finally {
      if (this.stop === stop) this.store.set({ comparing: undefined });
    }
  }

  cancel(): void {
    this.stop?.abort();
  }

  private async recall(): Promise<void> {
    const before = await keptRuns();
    const { runs } = this.store.get();
    const ids = new Set(runs.map(({ id }) => id));
    if (before.length > 0) this.store.set({ runs: [...before.filter(({ id }) => !ids.has(id)), ...runs] });
  }

  /** Notes a model once it is learned and the page is at rest, and its estimate when that is there. */
  private async look(): Promise<void> {
    const state = this.studio.store.get();
    const { model, validation, grownBy, done, job } = state;
    if (job !== undefined || (model === this.last.model && validation === this.last.validation)) return;
    this.last = { model, validation };
    const source = sourceKey(state);
    if (!model || !grownBy || source === undefined || model.pruned !== undefined || done > 0) return;
    await this.ready;
    const id = JSON.stringify([source, recipeKey(grownBy)]);
    const { runs, chosen } = this.store.get();
    const before = runs.find((run) => run.id === id);
    const run: Run = {
      ...{ id, source, recipe: grownBy, kind: model.kind, size: model.size },
      train: brief(model.train),
      validation: brief(validation ?? model.validation) ?? before?.validation,
      seconds: model.seconds ?? before?.seconds,
      at: before?.at ?? this.now(),
    };
    const others = before ? runs.map((each) => (each.id === id ? run : each)) : [...runs, run];
    this.store.set({
      runs: others.slice(-MOST_RUNS),
      ...(before === undefined && { chosen: new Set([...chosen, id]) }),
    });
    if (state.source?.isWelcome !== true) this.keep();
  }

  private keep(): void {
    void keepRuns(this.store.get().runs);
  }
}

/** What identifies the open table; undefined if there is none. */
export function sourceKey({ source, reading, table }: Pick<StudioState, "source" | "reading" | "table">) {
  if (source === undefined || table === undefined) return undefined;
  return JSON.stringify([source.name, source.content.size, reading]);
}

/** The confusion matrix is not kept. */
function brief(score: Score | undefined): Score | undefined {
  if (score === undefined) return undefined;
  const { confusion: _, ...rest } = score;
  return rest;
}

const all = new WeakMap<Studio, Runs>();

/** The runs of a studio; the first call begins to note them. */
export function runsOf(studio: Studio): Runs {
  const runs = all.get(studio) ?? new Runs(studio);
  all.set(studio, runs);
  return runs;
}

export function useRuns(): Runs {
  const studio = useStudio();
  return useMemo(() => runsOf(studio), [studio]);
}

/** A part of the runs' state; `pick` must return the same value while nothing changed. */
export function useRunsState<T>(pick: (state: RunsState) => T): T {
  return useStore(useRuns().store, pick);
}
