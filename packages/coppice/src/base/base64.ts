const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = "=".charCodeAt(0);
const NONE = 255;

const digits = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0));
const values = new Uint8Array(256).fill(NONE);
digits.forEach((digit, value) => {
  values[digit] = value;
});

/** Bytes as base64 (RFC 4648, padded), on any host: btoa accepts only strings, and doubles the memory of long ones. */
export function toBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let to = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    // Past the end bytes are undefined, which the shifts treat as 0.
    const three = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    text[to++] = digits[three >>> 18];
    text[to++] = digits[(three >>> 12) & 63];
    text[to++] = digits[(three >>> 6) & 63];
    text[to++] = digits[three & 63];
  }
  const over = bytes.length % 3;
  if (over > 0) text[to - 1] = PAD;
  if (over === 1) text[to - 2] = PAD;
  return new TextDecoder().decode(text);
}

/** The bytes, or undefined if the text is not padded base64 of whole bytes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0) return undefined;
  const pads = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - pads);
  const valueAt = (i: number) => values[Math.min(text.charCodeAt(i), 255)];
  const whole = text.length - (pads > 0 ? 4 : 0);
  let to = 0;
  for (let i = 0; i < whole; i += 4) {
    const a = valueAt(i);
    const b = valueAt(i + 1);
    const c = valueAt(i + 2);
    const d = valueAt(i + 3);
    if ((a | b | c | d) > 63) return undefined;
    const three = (a << 18) | (b << 12) | (c << 6) | d;
    bytes[to++] = three >>> 16;
    bytes[to++] = three >>> 8;
    bytes[to++] = three;
  }
  return pads === 0 || readTail(whole, pads, valueAt, bytes) ? bytes : undefined;
}

/** The last four digits, of which one or two are padding; the unused bits must be 0. */
function readTail(at: number, pads: number, valueAt: (i: number) => number, bytes: Uint8Array): boolean {
  const a = valueAt(at);
  const b = valueAt(at + 1);
  const c = pads === 1 ? valueAt(at + 2) : 0;
  if ((a | b | c) > 63) return false;
  const three = (a << 18) | (b << 12) | (c << 6);
  if ((three & (pads === 1 ? 0xff : 0xffff)) !== 0) return false;
  bytes[bytes.length - (3 - pads)] = three >>> 16;
  if (pads === 1) bytes[bytes.length - 1] = three >>> 8;
  return true;
}
