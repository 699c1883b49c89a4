/** A compiled kernel as it is shipped: the build for plain memory, and the one byte that makes it the shared one. */
export interface KernelBinary {
  readonly name: string;
  readonly base64: string;
  readonly sharedFlag: { readonly at: number; readonly value: number };
}

/** One compiled module a kernel and kind of memory; a module may be sent to other threads. */
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
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  if (shared) bytes[sharedFlag.at] = sharedFlag.value;
  return bytes;
}
