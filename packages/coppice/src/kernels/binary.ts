/** A compiled kernel as shipped: the build for unshared memory, and the one byte that differs in the build for shared memory. */
export interface KernelBinary {
  readonly name: string;
  readonly base64: string;
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

function bytesOf({ base64, sharedFlag }: KernelBinary, shared: boolean): Uint8Array<ArrayBuffer> {
  const bytes = decode(base64);
  if (shared) bytes[sharedFlag.at] = sharedFlag.value;
  return bytes;
}

type Decoder = (text: string, encoding: "base64") => Uint8Array<ArrayBuffer>;

/** By the host's decoder, if it has one: a loop over the characters takes a good part of a first fit. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  const host = globalThis as { Buffer?: { from: Decoder } };
  if (host.Buffer) return host.Buffer.from(base64, "base64");
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
