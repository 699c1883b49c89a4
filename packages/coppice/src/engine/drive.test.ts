import { describe, expect, it } from "vitest";
import { drive, driveAsync } from "./drive.js";
import { type Answer, ask, type Conversation, type Engine, type Request, type Summary } from "./port.js";

/** Answers node n with weight 10·n, and fails at node 13. */
function answer(request: Request): Answer {
  if (request.ask !== "summarise") throw new Error("only summaries here");
  if (request.nodes.includes(13)) throw new Error("no node 13");
  return request.nodes.map(
    (node): Summary => ({ rows: 1, weight: 10 * node, pure: true, sums: Float64Array.of(10 * node, 0) }),
  );
}
const facts: Engine["facts"] = { attributes: [], target: { kind: "classes", classes: 2 }, prefers: "node" };
const now = { facts, answer };
const later = { facts, answer: async (request: Request) => answer(request) };

function* total(nodes: readonly number[], log: string[] = []): Conversation<number> {
  let sum = 0;
  try {
    for (const node of nodes) {
      const [found] = yield* ask({ ask: "summarise", statistic: "classes", nodes: [node] });
      sum += found.weight;
    }
    return sum;
  } finally {
    log.push("closed");
  }
}

/** Continues after the engine fails; the driver must not. */
function* stubborn(): Conversation<string> {
  try {
    yield* total([13]);
  } catch {
    return "as if nothing had happened";
  }
  return "unreached";
}

// biome-ignore lint/correctness/useYield: fails before its first request
function* failing(): Conversation<void> {
  throw new Error("mine");
}

describe.each([
  ["drive", async <R>(conversation: Conversation<R>) => drive(conversation, now)],
  ["driveAsync", <R>(conversation: Conversation<R>) => driveAsync(conversation, later)],
])("%s", (_, run) => {
  it("returns what the conversation returns, at once if it asks nothing", async () => {
    expect(await run(total([1, 2, 4]))).toBe(70); // 10 + 20 + 40
    expect(await run(total([]))).toBe(0);
  });

  it("throws the engine's error, after the conversation's finally blocks", async () => {
    const log: string[] = [];
    await expect(run(total([1, 13], log))).rejects.toThrow("no node 13");
    expect(log).toEqual(["closed"]);
  });

  it("throws the conversation's own error", () => expect(run(failing())).rejects.toThrow("mine"));
});

it("a conversation does not go on after the engine has failed later", () =>
  expect(driveAsync(stubborn(), later)).rejects.toThrow("no node 13"));
