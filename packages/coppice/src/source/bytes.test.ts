import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { lateRefusal } from "../../test/kit/refusal.js";
import { allBytes, type ByteSource, bytesOf, gunzip } from "./bytes.js";

const text = async (source: ByteSource) => new TextDecoder().decode(await allBytes(source.open()));

test("a source in memory can be opened again, in pieces", async () => {
  const source = bytesOf("a", "é".repeat(1_500_000));
  expect(source.size).toBe(3_000_000); // two bytes each
  const pieces: number[] = [];
  for await (const piece of source.open()) pieces.push(piece.length);
  expect(pieces).toEqual([1 << 20, 1 << 20, 3_000_000 - (1 << 21)]);
  expect(await text(source)).toBe("é".repeat(1_500_000));
});

test("gunzip decompresses, repeatedly", async () => {
  const source = gunzip(bytesOf("a.gz", gzipSync("x".repeat(100_000))));
  for (let time = 0; time < 2; time++) expect(await text(source)).toBe("x".repeat(100_000));
});

test("a truncated or corrupt gzip file is an error", async () => {
  const noise = Uint8Array.from({ length: 50_000 }, (_, i) => (i * i * 31) % 251);
  const whole = gzipSync(noise);
  const truncated = gunzip(bytesOf("a.gz", whole.subarray(0, whole.length - 20)));
  expect(await lateRefusal(() => text(truncated))).toMatch(/^FILE_READ: a\.gz is not a complete gzip file: /);
  const corrupt = Uint8Array.from(whole);
  corrupt[corrupt.length - 6] ^= 1; // within the checksum
  for (const bytes of [corrupt, "plain text", ""])
    expect(await lateRefusal(() => text(gunzip(bytesOf("a.gz", bytes))))).toMatch(/^FILE_READ: /);
});

test("an error of the compressed source is passed on", async () => {
  const failing: ByteSource = {
    name: "a.gz",
    async *open() {
      yield gzipSync("abc").subarray(0, 5);
      throw new Error("the disk is gone");
    },
  };
  await expect(text(gunzip(failing))).rejects.toThrow("the disk is gone");
});

test("a reader that stops early closes the source", async () => {
  let closed = false;
  const packed = gzipSync(Uint8Array.from({ length: 1 << 20 }, (_, i) => (i * i * 31) % 251));
  const source: ByteSource = {
    name: "a.gz",
    async *open() {
      try {
        for (let at = 0; at < packed.length; at += 1000) yield packed.subarray(at, at + 1000);
      } finally {
        closed = true;
      }
    },
  };
  for await (const _ of gunzip(source).open()) break;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed).toBe(true);
});
