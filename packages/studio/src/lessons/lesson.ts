import type { LessonAnswer, LessonBranch, LessonCandidate, LessonQuestion } from "../work/lessonTypes.js";

/** A worked example: every number in it is an answer of the library. A new one is a file like this and a line in `index.ts`. */
export interface Lesson {
  /** As the address has it. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Where the example comes from. */
  readonly source: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly title: string;
  readonly ask: LessonQuestion;
  /** Paragraphs; what is between asterisks is strong. */
  readonly say: (found: LessonAnswer) => readonly string[];
  readonly formula?: (found: LessonAnswer) => readonly string[];
  readonly show?: Shown;
}

/** What is beside the text. */
export interface Shown {
  /** The nodes whose branches are drawn, by their paths; the whole tree if absent. */
  readonly open?: readonly string[];
  /** The node or the rows that the step is about. */
  readonly node?: string;
  readonly rows?: (found: LessonAnswer) => readonly number[];
  readonly gains?: "candidates" | "conditions";
  readonly rules?: "rules" | "shorter";
  readonly pruning?: boolean;
}

/** `0.940`. */
export const three = (x: number | undefined): string => (x === undefined ? "–" : x.toFixed(3));

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

export function candidate(found: LessonAnswer, attribute: string): LessonCandidate {
  const known = found.candidates?.find((each) => each.attribute === attribute);
  if (known === undefined) throw new Error(`no candidate ${attribute}`);
  return known;
}

/** `−9/14·log₂(9/14) − 5/14·log₂(5/14)`. */
export function entropyTerms(counts: readonly number[]): string {
  const total = sum(counts);
  const terms = counts
    .filter((count) => count > 0)
    .map((count) => `${count}/${total}·log₂(${count}/${total})`);
  return `−${terms.join(" − ")}`;
}

/** What is left of the entropy once the rows are divided. */
export function remaining(branches: readonly LessonBranch[]): number {
  const total = sum(branches.map(({ weight }) => weight));
  return sum(branches.map(({ weight, entropy = 0 }) => (weight / total) * entropy));
}

/** `5/14·0.971 + 4/14·0.000 + 5/14·0.971`. */
export function remainingTerms(branches: readonly LessonBranch[]): string {
  const total = sum(branches.map(({ weight }) => weight));
  return branches
    .filter(({ weight }) => weight > 0)
    .map(({ weight, entropy }) => `${weight}/${total}·${three(entropy)}`)
    .join(" + ");
}

/** `Outlook (0.247), Humidity (0.152)`. */
export function gainList(found: LessonAnswer): string {
  return (found.candidates ?? []).map(({ attribute, gain }) => `${attribute} *${three(gain)}*`).join(", ");
}
