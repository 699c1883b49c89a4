import {
  closeSync,
  mkdtempSync,
  openSync,
  read,
  readSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  write,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CoppiceError } from "../../base/errors.js";

const readSome = promisify(read);
const writeSome = promisify(write);
/** Tests put a disk in its place that is full. */
export const scratchTuning = { write: writeSync as typeof writeSync };

/**
 * A file without a name: its entry is removed as soon as it is open, so that the system frees it when the process ends, however
 * it ends. Where an open file cannot be removed (Windows), that is done when it is closed.
 */
export class ScratchFile {
  private end = 0;
  private isOpen = true;

  private constructor(
    private readonly descriptor: number,
    private readonly folder: string | undefined,
  ) {}

  /** In this folder, which exists; default: the system's for temporary files. */
  static in(folder: string = tmpdir()): ScratchFile {
    return told(folder, () => {
      const own = mkdtempSync(join(folder, "coppice-"));
      const path = join(own, "codes");
      const descriptor = openSync(path, "wx+", 0o600);
      try {
        unlinkSync(path);
        rmdirSync(own);
        return new ScratchFile(descriptor, undefined);
      } catch {
        return new ScratchFile(descriptor, own);
      }
    });
  }

  /** Writes at the end; returns where that was. */
  append(bytes: Uint8Array): number {
    const start = this.end;
    told("scratch", () => {
      for (let done = 0; done < bytes.length; )
        done += scratchTuning.write(this.descriptor, bytes, done, bytes.length - done, start + done);
    });
    this.end += bytes.length;
    return start;
  }

  read(into: Uint8Array, position: number): void {
    for (let done = 0; done < into.length; ) {
      const count = readSync(this.descriptor, into, done, into.length - done, position + done);
      if (count === 0) throw new CoppiceError("FILE_READ", "the scratch file ends before its codes do");
      done += count;
    }
  }

  /** Reads while others work. */
  async readLater(into: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < into.length; ) {
      const { bytesRead } = await readSome(this.descriptor, into, done, into.length - done, position + done);
      if (bytesRead === 0) throw new CoppiceError("FILE_READ", "the scratch file ends before its codes do");
      done += bytesRead;
    }
  }

  /** Writes over what is there, while others work. */
  async writeLater(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await writeSome(
        this.descriptor,
        bytes,
        done,
        bytes.length - done,
        position + done,
      );
      done += bytesWritten;
    }
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    closeSync(this.descriptor);
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Errors of the system in our words: a full disk above all. */
function told<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const why = code === "ENOSPC" ? "the disk is full" : message;
    throw new CoppiceError(
      "FILE_WRITE",
      `scratch for the disk engine cannot be written: ${why}; --scratch names another folder`,
      { name: "--scratch", value: where },
    );
  }
}
