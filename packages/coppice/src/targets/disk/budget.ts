import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { bytesText } from "../../base/bytesText.js";
import { CoppiceError } from "../../base/errors.js";

const MB = 2 ** 20;
const GB = 2 ** 30;

/**
 * Bytes: what the process takes now; what the runtime may take later, besides rows; and what reading a table takes at least: a
 * database's library, cells on their way to the scratch file, and garbage of those who look at the columns; and the most that kernels
 * can have. Tests put something else in their place.
 */
export const budgetTuning = {
  used: () => process.memoryUsage.rss(),
  spare: 48 * MB,
  reading: 160 * MB,
  kernels: 4 * GB,
};

let collect: (() => void) | undefined;

/** Arrays that nobody uses any more are given back: the runtime itself waits, for hundreds of megabytes. */
function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}

/** Keeps garbage from adding to what the process may take: it is collected where the process takes more than this. */
export function collectAbove(bytes: number): void {
  if (budgetTuning.used() > bytes) collectGarbage();
}

/**
 * What a limit on the memory of the process does not leave for rows: all that the process takes already, and what the runtime may
 * take later (compiled code, stacks, garbage that is not collected yet).
 */
export function takenBesides(): number {
  // What the budget is made of must not depend on when garbage was collected last.
  collectGarbage();
  return budgetTuning.used() + budgetTuning.spare;
}

/** Bytes for reading a table. */
export function roomToRead(memory: number): number {
  const left = memory - takenBesides();
  const { reading } = budgetTuning;
  if (left < reading)
    throw tooLittle(memory, memory - left + reading, "for the program itself and to read a table");
  return left;
}

export function megabytes(bytes: number): string {
  return `${Math.ceil(Math.max(0, bytes) / MB)}mb`;
}

/** `least`: bytes that would do. What the process takes varies a little from run to run: so the answer is somewhat more. */
export function tooLittle(memory: number, least: number, what: string): CoppiceError {
  const enough = megabytes(least > 100 * MB ? 1.05 * least : least);
  return new CoppiceError(
    "OPTION_RANGE",
    `--memory must be at least ${enough} ${what}; got ${bytesText(memory)}`,
    {
      name: "--memory",
      rule: `at least ${enough}`,
      value: bytesText(memory),
    },
  );
}
