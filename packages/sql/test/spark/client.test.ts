import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { draws } from "../../../coppice/test/kit/draws.js";
import { forAll } from "../../../coppice/test/kit/forAll.js";
import { sparkAddress } from "../../src/spark/address.js";
import { SparkConnection } from "../../src/spark/connection.js";
import { Message, Received } from "../../src/spark/protobuf.js";
import { waitBefore } from "../../src/spark/retry.js";
import { FakeServer, type Interruption } from "./fakeServer.js";

const policy = { most: 4, first: 1, times: 1, longest: 1 };

describe("a result of Spark Connect", () => {
  let server: FakeServer;
  let connection: SparkConnection;
  afterEach(async () => {
    await connection?.close();
    server?.close();
  });

  async function numbers(responses: number, interruptions: Interruption[] = []): Promise<number[]> {
    server = await FakeServer.start(responses, interruptions);
    connection = await SparkConnection.open(server.address, { policy });
    const batches = await connection.rows("SELECT 1");
    return batches.flatMap(({ columns: [column] }) => (column.kind === "numbers" ? [...column.values] : []));
  }

  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

  it("comes in order, and is released", async () => {
    expect(await numbers(5)).toEqual(upTo(5));
    expect(server.calls.filter((name) => name === "ReattachExecute")).toEqual([]);
    await expect.poll(() => server.calls.filter((name) => name === "ReleaseExecute").length).toBe(6);
  });

  const interruption = fc.record({ after: fc.nat(3), by: fc.constantFrom("cut" as const, "end" as const) });
  it("is the same whatever is cut, and wherever", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(6), fc.array(interruption, { maxLength: 4 }), async (responses, cuts) => {
        expect(await numbers(responses, [...cuts])).toEqual(upTo(responses));
        await connection.close();
        server.close();
      }),
      draws(40),
    );
  });

  it("is asked for again if the plan never arrived", async () => {
    expect(await numbers(3, [{ after: 0, by: "forget" }])).toEqual(upTo(3));
    expect(server.calls.filter((name) => name === "ExecutePlan").length).toBe(2);
  });

  it("fails if the server forgot what was half delivered", async () => {
    await expect(numbers(3, [{ after: 1, by: "forget" }])).rejects.toThrow(/OPERATION_NOT_FOUND/);
  });

  it("fails after so many attempts without a response", async () => {
    const cuts = Array.from({ length: 6 }, (): Interruption => ({ after: 0, by: "cut" }));
    await expect(numbers(3, cuts)).rejects.toThrow(
      /Spark at 127.0.0.1:\d+ cannot be reached: the connection/,
    );
  });

  it("fails with the server's whole message", async () => {
    const failure = numbers(3, [{ after: 0, by: "refuse" }]);
    await expect(failure).rejects.toMatchObject({
      code: "DATABASE",
      message: expect.stringMatching(/rejects a statement: the whole message/),
      facts: { rule: "PARSE_SYNTAX_ERROR" },
    });
  });

  it("ends with an error if it is interrupted", async () => {
    server = await FakeServer.start(3, [{ after: 1, by: "cut" }]);
    const stop = new AbortController();
    connection = await SparkConnection.open(server.address, { signal: stop.signal });
    const reading = (async () => {
      for await (const _ of connection.stream("SELECT 1")) stop.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: "ABORTED" });
    await expect.poll(() => server.calls.includes("Interrupt")).toBe(true);
  });

  it("carries the token and other headers to this machine", async () => {
    server = await FakeServer.start(0);
    connection = await SparkConnection.open(`${server.address}/;token=a%3Bb;x-team=trees`);
    expect(server.headers[0].get("authorization")).toEqual(["Bearer a;b"]);
    expect(server.headers[0].get("x-team")).toEqual(["trees"]);
  });

  it("is not waited for long where no server is", async () => {
    await expect(SparkConnection.open("sc://127.0.0.1:1", { policy })).rejects.toMatchObject({
      code: "DATABASE",
      message: expect.stringMatching(/^Spark at 127.0.0.1:1 cannot be reached: .*ECONNREFUSED/),
    });
  });
});

describe("an address of Spark", () => {
  it.each([
    ["sc://spark.example", { host: "spark.example", port: 15002, isSecure: false, headers: {} }],
    ["sc://h:7/", { host: "h", port: 7, isSecure: false, headers: {} }],
    ["sc://h/;token=t", { host: "h", port: 15002, isSecure: true, token: "t", headers: {} }],
    [
      "sc://h/;use_ssl=true;user_id=me;x-a=1",
      { host: "h", port: 15002, isSecure: true, user: "me", headers: { "x-a": "1" } },
    ],
  ])("%s", (text, address) => expect(sparkAddress(text)).toEqual(address));

  it.each([
    ["spark://h", /is not an address/],
    ["sc://h:70000", /has the port 70000/],
    ["sc://h/;token", /not name=value/],
    ["sc://h/;token=%E0%A4%A", /value of token that cannot be decoded/],
    ["sc://h/;token=secret;use_ssl=false", /sc:\/\/h\/;token=…;use_ssl=false would send the token without/],
  ])("%s is wrong", (text, message) => {
    expect(() => sparkAddress(text)).toThrow(message);
    expect(() => sparkAddress(text)).not.toThrow(/secret/);
  });
});

describe("waiting", () => {
  it("grows fourfold from 50 ms to a minute, or as long as the server asks", () => {
    const waits = [0, 1, 2, 5, 6].map((attempt) =>
      waitBefore(attempt, { most: 15, first: 50, times: 4, longest: 60_000 }),
    );
    expect(waits).toEqual([50, 200, 800, 51_200, 60_000]);
    expect(waitBefore(0, { most: 15, first: 50, times: 4, longest: 60_000 }, 70_000)).toBe(70_000);
  });
});

describe("messages", () => {
  it("come back as they were written", () => {
    const whole = fc.nat({ max: Number.MAX_SAFE_INTEGER });
    forAll(
      100,
      [whole, fc.string(), fc.uint8Array(), fc.integer({ min: 1, max: 999 })],
      (n, text, bytes, field) => {
        const inner = new Message().whole(1, n).text(2, text);
        const message = new Received(new Message().message(field, inner).bytes(1000, bytes).encode());
        expect(message.message(field)!.whole(1)).toBe(n);
        expect(message.message(field)!.text(2)).toBe(text);
        expect(message.bytes(1000)).toEqual(bytes);
        expect(message.has(1001)).toBe(false);
      },
    );
  });

  it("that end too early are an error", () => {
    const bytes = new Message().text(1, "abc").encode();
    expect(() => new Received(bytes.subarray(0, 3))).toThrow(/ends within a field/);
    expect(() => new Received(Uint8Array.of(8))).toThrow(/ends within a number/);
  });
});
