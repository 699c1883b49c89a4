/** A compiled kernel as shipped: the build for unshared memory, and the one byte that differs in the build for shared memory. */
export interface KernelBinary {
  readonly name: string;
  /** Longer than base64, but a fifth shorter when compressed: repeated bytes stay repeated. */
  readonly hex: string;
  readonly sharedFlag: { readonly at: number; readonly value: number };
}

/** One compiled module per kernel and kind of memory; a module may be sent to other threads. */
const compiled = new Map<string, WebAssembly.Module>();

export function moduleOf(kernel: KernelBinary, shared: boolean): WebAssembly.Module {
  const key = `${kernel.name}/${shared}`;
  const found = compiled.get(key);
  if (found) return found;
  const made = new WebAssembly.Module(bytesOf(kernel, shared));
  compiled.set(key, made);
  return made;
}

function bytesOf({ hex, sharedFlag }: KernelBinary, shared: boolean): Uint8Array<ArrayBuffer> {
  const bytes = decode(hex);
  if (shared) bytes[sharedFlag.at] = sharedFlag.value;
  return bytes;
}

type Decoder = (text: string, encoding: "hex") => Uint8Array<ArrayBuffer>;

/** By the host's decoder, if it has one: a loop over the characters takes a good part of a first fit. */
function decode(hex: string): Uint8Array<ArrayBuffer> {
  const host = globalThis as { Buffer?: { from: Decoder } };
  if (host.Buffer) return host.Buffer.from(hex, "hex");
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
