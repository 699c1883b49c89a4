import { bytesText } from "../../base/bytesText.js";
import { CoppiceError } from "../../base/errors.js";

const MB = 2 ** 20;

/**
 * Bytes: what the process takes now; what the runtime may take later, besides rows; and what reading a table takes at least: cells
 * on their way to the scratch file, and the reader's own. Tests put something else in their place.
 */
export const budgetTuning = { used: () => process.memoryUsage.rss(), spare: 48 * MB, reading: 64 * MB };

/**
 * What a limit on the memory of the process leaves for rows: all but what the process takes already, and what the runtime may
 * take besides them later (compiled code, stacks, garbage that is not collected yet).
 */
export function leftOf(memory: number): number {
  return memory - takenBesides();
}

/** What is not there for rows. */
export function takenBesides(): number {
  return budgetTuning.used() + budgetTuning.spare;
}

/** Bytes for reading a table. */
export function roomToRead(memory: number): number {
  const left = leftOf(memory);
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
