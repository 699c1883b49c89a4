import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase64, toBase64 } from "./base64.js";

describe("base64", () => {
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
      "QQ==QQ==",
      "QQQ\u{1F600}",
      "ZZZÿ",
    ]) {
      expect(fromBase64(text), text).toBeUndefined();
    }
  });
});
