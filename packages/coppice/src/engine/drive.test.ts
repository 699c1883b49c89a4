import { describe, expect, it } from "vitest";
import { drive, driveAsync } from "./drive.js";
import {
  type Answer,
  ask,
  type Conversation,
  type Engine,
  type EngineFacts,
  type Request,
  type Summary,
} from "./port.js";

const facts: EngineFacts = { attributes: [], target: { kind: "classes", classes: 2 }, prefers: "node" };
const summary = (weight: number): Summary => ({
  rows: 1,
  weight,
  pure: true,
  sums: Float64Array.of(weight, 0),
});

/** Answers node n with weight 10·n, and fails at node 13. */
function answer(request: Request): Answer {
  if (request.ask !== "summarise") throw new Error("only summaries here");
  if (request.nodes.includes(13)) throw new Error("no node 13");
  return request.nodes.map((node) => summary(10 * node));
}
const engine: Engine = { facts, answer };
const asyncEngine = { facts, answer: async (request: Request) => answer(request) };

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

describe("drive and driveAsync", () => {
  it("run the same conversation", async () => {
    expect(drive(total([1, 2, 4]), engine)).toBe(70); // 10 + 20 + 40
    expect(await driveAsync(total([1, 2, 4]), asyncEngine)).toBe(70);
  });

  it("return immediately from a conversation without requests", async () => {
    expect(drive(total([]), engine)).toBe(0);
    expect(await driveAsync(total([]), asyncEngine)).toBe(0);
  });

  it("propagate the engine's error", async () => {
    expect(() => drive(total([1, 13]), engine)).toThrow("no node 13");
    await expect(driveAsync(total([1, 13]), asyncEngine)).rejects.toThrow("no node 13");
  });

  it("close the conversation when the engine fails: its finally blocks run", async () => {
    const log: string[] = [];
    await expect(driveAsync(total([1, 13], log), asyncEngine)).rejects.toThrow("no node 13");
    expect(log).toEqual(["closed"]);
  });

  it("fail even if the conversation would continue", async () => {
    await expect(driveAsync(stubborn(), asyncEngine)).rejects.toThrow("no node 13");
  });

  it("propagate the conversation's own error", async () => {
    // biome-ignore lint/correctness/useYield: fails before its first request
    const failing = function* (): Conversation<void> {
      throw new Error("mine");
    };
    expect(() => drive(failing(), engine)).toThrow("mine");
    await expect(driveAsync(failing(), asyncEngine)).rejects.toThrow("mine");
  });
});
