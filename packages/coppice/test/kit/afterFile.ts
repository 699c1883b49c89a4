import { afterAll } from "vitest";

type Task = () => void | Promise<void>;

/** The files of a worker share this module, and run one after another. */
const tasks: Task[] = [];

/**
 * Does something after the last test of the file, the latest first. Unlike `afterAll`, which vitest ignores once the first
 * hook or test has begun, it may be asked for at any time.
 */
export function afterFile(task: Task): void {
  tasks.push(task);
}

/** Set-up of every test file. */
export function endFiles(): void {
  afterAll(async () => {
    for (const task of tasks.splice(0).reverse()) await task();
  });
}
