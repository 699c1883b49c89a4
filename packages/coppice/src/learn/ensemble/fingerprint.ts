import type { Problem } from "../../engine/problem.js";
import type { LearningTask } from "../../engine/task.js";
import type { Column } from "../../table/column.js";

type Rows = Problem | LearningTask;

const known = new WeakMap<Rows, string>();

/**
 * What a problem's rows, attributes and target are, in 16 hexadecimal digits: other data have others. Cells are looked at once:
 * those of a table on disk may not be there any more when the next checkpoint is written. Rows that are elsewhere
 * are known by `contents`, besides their columns, levels, number, weight and the range of the target.
 */
export function fingerprint(problem: Rows): string {
  const found = known.get(problem) ?? (isHere(problem) ? made(problem) : madeOfTask(problem));
  known.set(problem, found);
  return found;
}

function made({ attributes, target, weights }: Problem): string {
  const hash = new Hash();
  for (const column of [...attributes, target.column]) addColumn(hash, column);
  if (weights) hash.add(weights);
  return hash.text();
}

function isHere(problem: Rows): problem is Problem {
  const { column } = problem.target;
  return "values" in column || "codes" in column;
}

function madeOfTask(task: LearningTask): string {
  const { rows, attributes, target, weightQuantum, totalWeight, contents } = task;
  const hash = new Hash();
  const facts = [rows, attributes, target, weightQuantum, totalWeight, contents];
  hash.add(new TextEncoder().encode(JSON.stringify(facts)));
  return hash.text();
}

function addColumn(hash: Hash, column: Column): void {
  const { name, type } = column;
  const levels = column.type === "numeric" ? [] : column.levels;
  hash.add(new TextEncoder().encode(JSON.stringify([name, type, levels])));
  hash.add(column.type === "numeric" ? column.values : column.codes);
}

/** Two lanes of 32 bits, multiplied and stirred word by word: chance collisions are what it keeps apart, not malice. */
class Hash {
  private a = 0x9e3779b9;
  private b = 0x85ebca6b;

  add(cells: Float64Array | Int32Array | Uint8Array): void {
    this.word(cells.length);
    const whole = cells.byteLength - (cells.byteLength % 4);
    if (cells.byteOffset % 4 === 0) {
      const words = new Int32Array(cells.buffer, cells.byteOffset, whole / 4);
      for (let i = 0; i < words.length; i++) this.word(words[i]);
    }
    const bytes = new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength);
    for (let i = cells.byteOffset % 4 === 0 ? whole : 0; i < bytes.length; i++) this.word(bytes[i]);
  }

  text(): string {
    return [this.a, this.b].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
  }

  private word(word: number): void {
    this.a = Math.imul(this.a ^ word, 0x01000193) ^ (this.a >>> 15);
    this.b = Math.imul((this.b << 5) ^ (this.b >>> 27) ^ word, 0x27d4eb2f);
  }
}
