/** A multiple of 3, and few enough to be passed as arguments. */
const AT_ONCE = 0x3000;

/** Node's buffers, which encode and decode at once what otherwise goes through a string of single bytes. */
interface HostBuffer {
  toString(encoding: "base64"): string;
  write(text: string, encoding: "base64"): number;
}
interface Host {
  readonly Buffer?: { from(bytes: ArrayBufferLike, at: number, length: number): HostBuffer };
}

function hostBuffer({ buffer, byteOffset, length }: Uint8Array): HostBuffer | undefined {
  return (globalThis as Host).Buffer?.from(buffer, byteOffset, length);
}

/** Bytes as base64 (RFC 4648, padded). In pieces: the web's encoder accepts only strings, which would double the memory of long ones. */
export function toBase64(bytes: Uint8Array): string {
  const host = hostBuffer(bytes);
  if (host) return host.toString("base64");
  let text = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
  }
  return text;
}

/** The bytes, or undefined if the text is not padded base64 of whole bytes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  if (!decodeInto(bytes, text)) return undefined;
  // Unused bits that are not 0 are accepted by decoders: what the end decodes to has to encode to it.
  const rest = bytes.length % 3 || 3;
  return text.endsWith(toBase64(bytes.slice(-rest))) ? bytes : undefined;
}

/** False if the text has characters other than those of base64, or too few or too many of them. */
function decodeInto(bytes: Uint8Array, text: string): boolean {
  const host = hostBuffer(bytes);
  // The host leaves out what it does not know, so that bytes are missing, and knows another alphabet too.
  if (host) return !text.includes("-") && !text.includes("_") && host.write(text, "base64") === bytes.length;
  try {
    const raw = atob(text);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return raw.length === bytes.length;
  } catch {
    return false;
  }
}
