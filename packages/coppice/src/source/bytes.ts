import { CoppiceError } from "../base/errors.js";

/** Bytes that can be read from the start as often as needed: a file, a text in memory, a download. */
export interface ByteSource {
  /** As shown in messages; its extension determines the format. */
  readonly name: string;
  /** In bytes, if known. */
  readonly size?: number;
  /**
   * May be called again, and then starts over. With `reuseMemory`, a chunk is valid only until the next one is requested,
   * so that no memory need be allocated for each.
   */
  open(reuseMemory?: boolean): AsyncIterable<Uint8Array>;
  /** The bytes from `start` to `end` - 1, where they can be had without those before them; then `size` is known. */
  slice?(start: number, end: number): Promise<ArrayBuffer>;
}

/** Small enough that an abort takes effect soon, large enough that the overhead per piece is negligible. */
const PIECE = 1 << 20;

/** A source of bytes for `readSource`, from the content of a file; the name decides the format. */
export function bytesOf(name: string, content: Uint8Array | string): ByteSource {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    },
  };
}

/** The source's bytes, decompressed. The name stays, so that messages name the user's file. */
export function gunzip(source: ByteSource): ByteSource {
  return { name: source.name, open: () => unpacked(source) };
}

async function* unpacked(source: ByteSource): AsyncGenerator<Uint8Array> {
  const unpacker = new DecompressionStream("gzip");
  const fed = feed(source, unpacker.writable.getWriter());
  const reader = unpacker.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(async (error: unknown) => {
        throw (await fed) ?? unpackError(source.name, error);
      });
      if (done) break;
      yield value;
    }
    const failure = await fed;
    if (failure) throw failure;
  } finally {
    // A reader that stops early stops the feeder too.
    await reader.cancel().catch(() => {});
  }
}

/** Writes the source into the decompressor. Returns a failure of the source; the decompressor's own appears at its reader. */
async function feed(source: ByteSource, writer: WritableStreamDefaultWriter<BufferSource>): Promise<unknown> {
  const chunks = source.open()[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((failure: unknown) => ({ failure }));
      if ("failure" in next) {
        await writer.abort(next.failure).catch(() => {});
        return next.failure;
      }
      if (next.done) break;
      await writer.write(next.value as Uint8Array<ArrayBuffer>);
    }
    await writer.close();
  } catch {
    await chunks.return?.();
  }
  return undefined;
}

export function unpackError(name: string, error: unknown): CoppiceError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CoppiceError("FILE_READ", `${name} is not a complete gzip file: ${reason}`, {
    name,
    rule: "a complete gzip file",
  });
}

/** All bytes of a source in one array, for the formats that need it. */
export async function allBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
