/** A multiple of 3, and few enough to be passed as arguments. */
const AT_ONCE = 0x3000;

/** Bytes as base64 (RFC 4648, padded). */
export function toBase64(bytes: Uint8Array): string {
  return codec.encode(bytes);
}

/** The bytes, or undefined if the text is not padded base64 of whole bytes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = codec.decode(text);
  // Decoders accept blanks, missing padding and unused bits that are not 0: checked by the length and the end.
  const rest = bytes.length % 3 || 3;
  const isWhole = text.length === Math.ceil(bytes.length / 3) * 4;
  return isWhole && text.endsWith(toBase64(bytes.slice(-rest))) ? bytes : undefined;
}

/** What every host can do. One that can do it without a string of single bytes replaces it. */
export const codec = {
  /** In pieces: the host's encoder accepts only strings, which would double the memory of long ones. */
  encode(bytes: Uint8Array): string {
    let text = "";
    for (let at = 0; at < bytes.length; at += AT_ONCE) {
      text += btoa(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
    }
    return text;
  },
  /** No bytes for a text with other characters. */
  decode(text: string): Uint8Array<ArrayBuffer> {
    try {
      const raw = atob(text);
      const bytes = new Uint8Array(raw.length);
      for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
      return bytes;
    } catch {
      return new Uint8Array(0);
    }
  },
};
