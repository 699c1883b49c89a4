/** Runs cases in processes of their own, a few at a time, so that one slow case does not hold up the others. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const WORK = fileURLToPath(new URL("work.mjs", import.meta.url));
const PROCESSES = 2;

/**
 * The outcomes of cases, by key, with the product of `root`. `onDone` is called after each. A process that dies loses the case
 * it had begun: that is its outcome.
 */
export async function outcomesOf(root, part, keys, { detail = false, processes = PROCESSES, onDone } = {}) {
  const outcomes = new Map();
  const count = Math.max(1, Math.min(processes, keys.length));
  const shares = Array.from({ length: count }, (_, i) => keys.filter((_, at) => at % count === i));
  const take = (outcome) => {
    outcomes.set(outcome.key, outcome);
    onDone?.(outcome, outcomes.size);
  };
  await Promise.all(shares.map((share) => runShare(root, { part, keys: share, detail }, take)));
  return outcomes;
}

async function runShare(root, order, take) {
  let left = order.keys;
  while (left.length > 0) {
    const found = await runProcess(root, { ...order, keys: left }, take);
    if (found === left.length) return;
    take({ key: left[found], texts: ["FAULT: the process died", ""], cpu: 0, detail: "" });
    left = left.slice(found + 1);
  }
}

/** How many of the cases were finished. */
function runProcess(root, order, take) {
  return new Promise((resolve) => {
    const child = fork(WORK, [root], {
      env: { ...process.env, COPPICE_CACHE: "off", NO_COLOR: "1", TZ: "UTC", LANG: "C.UTF-8" },
      serialization: "advanced",
    });
    let found = 0;
    child.on("message", (message) => {
      if (message.ready) child.send(order);
      if (message.key === undefined) return;
      found++;
      take(message);
    });
    child.on("exit", () => resolve(found));
  });
}
