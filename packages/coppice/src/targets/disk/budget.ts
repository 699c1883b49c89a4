import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { CoppiceError } from "../../base/errors.js";

const MB = 2 ** 20;

/**
 * Bytes: what the process takes now; what the runtime may take later, besides rows; and what reading a table takes at least: a
 * database's library, cells on their way to the scratch file, and garbage of those who look at the columns. Tests put something else
 * in their place.
 */
export const budgetTuning = { used: usedNow, spare: 48 * MB, reading: 160 * MB };

/** Without garbage: what the budget is made of must not depend on when it was collected last. */
function usedNow(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage.rss();
}

/**
 * What a limit on the memory of the process does not leave for rows: all that the process takes already, and what the runtime may
 * take later (compiled code, stacks, garbage that is not collected yet).
 */
export function takenBesides(): number {
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
    `--memory must be at least ${enough} ${what}; got ${megabytes(memory)}`,
    {
      name: "--memory",
      rule: `at least ${enough}`,
      value: megabytes(memory),
    },
  );
}
