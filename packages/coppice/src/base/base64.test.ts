import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase64 as decode, toBase64 as encode } from "./base64.js";

describe.each([
  ["by Node's buffers", globalThis.Buffer],
  ["by the web's functions", undefined],
])("base64 %s", (_, host) => {
  /** Only while the work runs: the test runner needs it too. */
  const withHost = <T>(work: () => T): T => {
    const own = globalThis.Buffer;
    (globalThis as { Buffer?: unknown }).Buffer = host;
    try {
      return work();
    } finally {
      globalThis.Buffer = own;
    }
  };
  const toBase64 = (bytes: Uint8Array) => withHost(() => encode(bytes));
  const fromBase64 = (text: string) => withHost(() => decode(text));

  it("equals the host's encoding, and decodes to the same bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = toBase64(bytes);
        expect(text).toBe(btoa(String.fromCharCode(...bytes)));
        expect(fromBase64(text)).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  it("rejects anything else", () => {
    // "QR==" has non-zero bits after its one byte; the others have a wrong length, padding or digit.
    for (const text of [
      "Q",
      "QQ",
      "QQ=",
      "====",
      "=QQQ",
      "QR==",
      "QUJ=",
      "Q Q=",
      "Q-Q=",
      "__QQ",
      "QQ==QQ==",
      "QQQ\u{1F600}",
      "ZZZÿ",
    ]) {
      expect(fromBase64(text), text).toBeUndefined();
    }
  });
});
