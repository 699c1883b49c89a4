// ignoreBOM keeps a U+FEFF that is part of a cell; a byte order mark at the start of a file is left to the reader.
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The text of bytes[start, end), or undefined if they are not valid UTF-8: nothing is replaced silently. */
export function decodeUtf8(bytes: Uint8Array, start = 0, end = bytes.length): string | undefined {
  try {
    return strict.decode(bytes.subarray(start, end));
  } catch {
    return undefined;
  }
}

export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    if (bytes[i] >= 0x80) return decodeUtf8(bytes, start, end) !== undefined;
  }
  return true;
}

/** The bytes of a text, or undefined if it has a lone surrogate, which has no bytes. */
export function encodeUtf8(text: string): Uint8Array | undefined {
  return LONE_SURROGATE.test(text) ? undefined : encoder.encode(text);
}

/**
 * Code point order, which is also the order of the UTF-8 bytes. UTF-16 order differs where one text has a surrogate
 * pair and the other a character in U+E000…U+FFFF: ranking surrogates above those corrects this.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
