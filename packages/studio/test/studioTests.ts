import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOf, type ReadResult, readSource } from "coppice";
import { type Browser, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { ARGS, type OpenOptions, PENGUINS, program, StudioPage } from "./browser.js";

/** What the tests of a file share. */
export class StudioBench {
  readonly folder = mkdtempSync(join(tmpdir(), "coppice-studio-"));
  private readonly opened: StudioPage[] = [];

  private constructor(readonly browser: Browser) {}

  static async start(): Promise<StudioBench> {
    return new StudioBench(await chromium.launch({ executablePath: program!, args: ARGS }));
  }

  /** A page that is closed when the test ends, unless the tests share their pages. */
  async open(options: OpenOptions = {}): Promise<StudioPage> {
    const studio = await StudioPage.open(this.browser, options);
    this.opened.push(studio);
    return studio;
  }

  async closePages(): Promise<void> {
    for (const studio of this.opened.splice(0)) await studio.close();
  }

  async close(): Promise<void> {
    await this.closePages();
    await this.browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface StudioTests {
  /** The same pages for all tests, instead of new ones for each. */
  readonly samePages?: boolean;
}

/** Tests in a browser; without Chromium they are skipped, with a line that says so. */
export function describeStudio(
  name: string,
  tests: (bench: () => StudioBench) => void,
  { samePages = false }: StudioTests = {},
): void {
  if (program === undefined) console.log(`${name}: no Chromium found, so the studio is not opened`);
  describe.skipIf(program === undefined)(name, () => {
    let bench: StudioBench | undefined;
    beforeAll(async () => {
      bench = await StudioBench.start();
    });
    afterEach(async () => {
      if (!samePages) await bench?.closePages();
    });
    afterAll(() => bench?.close());
    tests(() => bench!);
  });
}

/** The sample of the studio, as the library reads it. */
export function readPenguins(): Promise<ReadResult> {
  return readSource(bytesOf("penguins.json", readFileSync(PENGUINS)));
}
