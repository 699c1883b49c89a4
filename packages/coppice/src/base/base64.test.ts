import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { codec, fromBase64, toBase64 } from "./base64.js";

const web = { ...codec };
await import("../targets/nodeBase64.js");
const node = { ...codec };

describe.each([
  ["by Node's buffers", node],
  ["by the web's functions", web],
])("base64 %s", (_, host) => {
  beforeAll(() => void Object.assign(codec, host));

  itHolds(
    "equals the host's encoding, and decodes to the same bytes",
    100,
    [fc.uint8Array({ maxLength: 40 })],
    (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(btoa(String.fromCharCode(...bytes)));
      expect(fromBase64(text)).toEqual(Uint8Array.from(bytes));
    },
  );

  it("rejects anything else", () => {
    // "QR==" has non-zero bits after its one byte; the others have a wrong length, padding or digit.
    const wrong = "Q,QQ,QQ=,====,=QQQ,QR==,QUJ=,Q Q=,Q-Q=,__QQ,QQ==QQ==,QQQ\u{1F600},ZZZÿ";
    for (const text of wrong.split(",")) expect(fromBase64(text), text).toBeUndefined();
  });
});
