import { checkOptions, type OptionNames } from "../../base/checkOptions.js";
import { CoppiceError, mustBe } from "../../base/errors.js";
import { attributesRead } from "../../model/attributesRead.js";
import type { Model } from "../../model/model.js";
import type { NamedRow } from "../../predict/rowCells.js";
import { rowTable } from "../../predict/rowTable.js";
import type { Column } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import { columnOf, type Table } from "../../table/table.js";
import { type Change, ChangeTrials } from "./changeTrials.js";

/** A change of a row after which a model predicts another class. */
export interface NearestChange {
  /** The cells that change; `from` is null if the cell is missing. */
  readonly cells: readonly {
    readonly attribute: string;
    readonly from: string | number | null;
    readonly to: string | number;
  }[];
  /** The class that is predicted then, and its probability. */
  readonly prediction: string;
  readonly probability: number;
  /** Gower's distance, summed over the cells: a difference as a share of the table's range; 1 for a level or a missing value. */
  readonly distance: number;
}

export interface NearestChangeOptions {
  /** The class to be predicted. Default: any other. */
  readonly to?: string;
  /** Attributes that must not change. */
  readonly keep?: readonly string[];
}

const OPTIONS: OptionNames<NearestChangeOptions> = { to: 1, keep: 1 };

/** Values of a numeric attribute that are tried at once; those closer to the row's own are looked at again. */
const MOST_VALUES = 256;
/** Attributes that are changed two at a time: those that matter most alone. */
const MOST_PAIRED = 12;
const MOST_PAIRS = 60_000;
/** Rows among which the nearest with another prediction is looked for. */
const MOST_ROWS = 2_000;

/**
 * The smallest change of a row that makes a classifier predict another class, of values that occur in the table: the
 * fewest cells, then the smallest distance. Single cells are tried first, then pairs; if neither suffices, cells are
 * taken from the nearest row with another prediction. Undefined if no such row exists.
 */
export function nearestChange(
  model: Model,
  table: Table,
  row: NamedRow,
  options: NearestChangeOptions = {},
): NearestChange | undefined {
  checkOptions("nearestChange", options, OPTIONS);
  const search = new Search(model, table, row, options);
  const found = search.none() ?? search.one() ?? search.two() ?? search.towardsRow();
  return found && search.stated(found);
}

interface Found {
  readonly change: Change;
  readonly distance: number;
}

class Search {
  private readonly trials: ChangeTrials;
  /** The columns that may change, and their values in the table, ascending, or codes. */
  private readonly values = new Map<number, Float64Array>();
  private readonly ranges = new Map<number, number>();
  /** How far each column alone can lower the probability of the class. */
  private readonly effect = new Map<number, number>();
  private readonly wanted: number | undefined;

  constructor(
    private readonly model: Model,
    private readonly table: Table,
    row: NamedRow,
    { to, keep = [] }: NearestChangeOptions,
  ) {
    const { levels } = model.target;
    if (model.task !== "classification" || levels === undefined) {
      throw new CoppiceError("MODEL_KIND", "nearestChange needs a model that predicts classes", {
        name: model.learner,
      });
    }
    if (to !== undefined && !levels.includes(to))
      throw mustBe("OPTION_RANGE", "to", `one of ${levels.join(", ")}`, to);
    this.wanted = to === undefined ? undefined : levels.indexOf(to);
    this.trials = new ChangeTrials(model, rowTable(model, row, { unknownKeys: "ignore" }).table);
    const read = new Set(attributesRead(model));
    this.trials.row.columns.forEach((column, c) => {
      // A string can be changed in too many ways to be tried.
      if (!read.has(column.name) || keep.includes(column.name) || isStringType(column.type)) return;
      const values =
        column.type === "numeric" ? numbersIn(table, column.name) : codesOf(column.levels.length);
      this.values.set(c, values);
      const isNumber = column.type === "numeric" && values.length > 1;
      this.ranges.set(c, isNumber ? values[values.length - 1] - values[0] : 0);
    });
  }

  /** No change, if the row is predicted as is wanted. */
  none(): Found | undefined {
    return this.trials.label === this.wanted ? { change: new Map(), distance: 0 } : undefined;
  }

  /** The nearest change of a single cell. */
  one(): Found | undefined {
    let best: Found | undefined;
    for (const [c, values] of this.values) {
      const changes = thinned(values, MOST_VALUES)
        .filter((value) => value !== this.trials.own(c))
        .map((value): Change => new Map([[c, value]]));
      const answers = this.trials.of(changes);
      this.effect.set(
        c,
        Math.max(0, ...answers.map(({ probabilities }) => 1 - probabilities[this.trials.label])),
      );
      best = nearer(best, this.nearestOf(changes, answers));
    }
    return best && this.refined(best);
  }

  /** The nearest change of two cells. */
  two(): Found | undefined {
    const columns = [...this.values.keys()]
      .sort((a, b) => this.effect.get(b)! - this.effect.get(a)! || a - b)
      .slice(0, MOST_PAIRED);
    const pairs = columns.flatMap((a, i) => columns.slice(i + 1).map((b) => [a, b] as const));
    const most = Math.floor(Math.sqrt(MOST_PAIRS / Math.max(1, pairs.length)));
    let best: Found | undefined;
    for (const [a, b] of pairs) {
      const [ofA, ofB] = [a, b].map((c) =>
        thinned(this.values.get(c)!, most).filter((value) => value !== this.trials.own(c)),
      );
      const changes = ofA.flatMap((x) =>
        ofB.map(
          (y): Change =>
            new Map([
              [a, x],
              [b, y],
            ]),
        ),
      );
      best = nearer(best, this.nearestOf(changes, this.trials.of(changes)));
    }
    return best && this.refined(best);
  }

  /** The cells of the nearest row with another prediction, without those that are not needed. */
  towardsRow(): Found | undefined {
    const rows = evenly(this.table.rows, MOST_ROWS);
    const changes = rows.map((row) => this.cellsAt(row));
    let best = this.nearestOf(changes, this.trials.of(changes));
    if (best === undefined) return undefined;
    const order = [...best.change.keys()].sort(
      (a, b) => this.cost(b, best!.change) - this.cost(a, best!.change),
    );
    for (const c of order) {
      const less: Map<number, number> = new Map(best.change);
      less.delete(c);
      if (less.size > 0) best = this.nearestOf([less], this.trials.of([less])) ?? best;
    }
    return this.refined(best);
  }

  stated({ change, distance }: Found): NearestChange {
    const [{ label, probabilities }] = this.trials.of([change]);
    const { columns } = this.trials.row;
    return {
      cells: [...change].map(([c, to]) => {
        const column = columns[c];
        const own = this.trials.own(c);
        const cell = (value: number) => (column.type === "numeric" ? value : column.levels[value]);
        return { attribute: column.name, from: Number.isNaN(own) ? null : cell(own), to: cell(to) };
      }),
      prediction: this.model.target.levels![label],
      probability: probabilities[label],
      distance,
    };
  }

  /** The values between the row's own and the new one, until none of them suffices. */
  private refined(found: Found): Found {
    let best = found;
    for (const c of found.change.keys()) {
      if (this.trials.row.columns[c].type !== "numeric") continue;
      for (let closer: Found | undefined = best; closer !== undefined; ) {
        best = closer;
        const changes = this.between(c, best.change.get(c)!).map(
          (value): Change => new Map([...best.change, [c, value]]),
        );
        closer = this.nearestOf(changes, this.trials.of(changes));
      }
    }
    return best;
  }

  private between(c: number, to: number): number[] {
    const own = this.trials.own(c);
    if (Number.isNaN(own)) return [];
    const [low, high] = own < to ? [own, to] : [to, own];
    const inside = this.values.get(c)!.filter((value) => value > low && value < high);
    return thinned(inside, MOST_VALUES);
  }

  private nearestOf(
    changes: readonly Change[],
    answers: readonly { readonly label: number }[],
  ): Found | undefined {
    let best: Found | undefined;
    changes.forEach((change, i) => {
      const { label } = answers[i];
      if (this.wanted === undefined ? label === this.trials.label : label !== this.wanted) return;
      let distance = 0;
      for (const c of change.keys()) distance += this.cost(c, change);
      best = nearer(best, { change, distance });
    });
    return best;
  }

  private cost(c: number, change: Change): number {
    const own = this.trials.own(c);
    const range = this.ranges.get(c)!;
    if (this.trials.row.columns[c].type !== "numeric" || Number.isNaN(own) || range === 0) return 1;
    return Math.abs(change.get(c)! - own) / range;
  }

  /** What differs between the row and one of the table; its missing cells stay as they are. */
  private cellsAt(row: number): Change {
    const change = new Map<number, number>();
    for (const c of this.values.keys()) {
      const value = cellIn(this.table, row, this.trials.row.columns[c]);
      if (!Number.isNaN(value) && value !== this.trials.own(c)) change.set(c, value);
    }
    return change;
  }
}

/** The cell of a table's row as `column` has it: a number or a code; NaN if it is missing or unknown. */
function cellIn(table: Table, row: number, { name, ...own }: Column): number {
  const column = columnOf(table, name);
  if (column.type === "numeric") return own.type === "numeric" ? column.values[row] : Number.NaN;
  const code = own.type === "numeric" ? -1 : own.levels.indexOf(column.levels[column.codes[row]]);
  return code < 0 ? Number.NaN : code;
}

/** The earlier one on a tie. */
function nearer(a: Found | undefined, b: Found | undefined): Found | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.distance < a.distance ? b : a;
}

function numbersIn(table: Table, name: string): Float64Array {
  const column = columnOf(table, name);
  if (column.type !== "numeric") return new Float64Array(0);
  const known = column.values.filter((value) => !Number.isNaN(value)).sort();
  return known.filter((value, i) => i === 0 || value !== known[i - 1]);
}

const codesOf = (count: number) => Float64Array.from({ length: count }, (_, code) => code);

/** At most so many, spread evenly, with the first and the last. */
function thinned(values: Float64Array, most: number): number[] {
  if (values.length <= most) return [...values];
  return Array.from(
    { length: most },
    (_, i) => values[Math.round((i * (values.length - 1)) / Math.max(1, most - 1))],
  );
}

function evenly(rows: number, most: number): number[] {
  const count = Math.min(rows, most);
  return Array.from({ length: count }, (_, i) => Math.floor((i * rows) / count));
}
