import type { Browser } from "playwright-core";
import { afterAll, afterEach, expect, type TestContext } from "vitest";
import { browserOfRun, describeInBrowser } from "../../../coppice/test/kit/browser.js";
import { type OpenOptions, PENGUINS, StudioPage } from "./studioPage.js";

/** The page that tests share: those of a file, and of all files that run in this thread if the run has a browser. */
let shared: StudioPage | undefined;

async function closeShared(): Promise<void> {
  await shared?.close();
  shared = undefined;
}

/** The pages of a file's tests. */
export class StudioBench {
  private readonly visits: StudioPage[] = [];

  constructor(private readonly browser: () => Browser) {}

  /** The page that tests share, as if nothing had been done in it. */
  async open(options: OpenOptions = {}): Promise<StudioPage> {
    const { file } = options;
    shared ??= await StudioPage.visit(this.browser(), { ...(file !== undefined && { file }) });
    await shared.begin(options);
    return shared;
  }

  /** The tree screen of the sample, with the focus on the tree. */
  async tree(options: OpenOptions = {}): Promise<StudioPage> {
    const page = await this.open({ file: PENGUINS, ...options });
    await page.go("Tree");
    await page.stage.focus();
    return page;
  }

  /** A page of a first visit, with storage of its own: for what is kept, offline, or said to who is new. */
  async visit(options: OpenOptions = {}): Promise<StudioPage> {
    const page = await StudioPage.visit(this.browser(), options);
    this.visits.push(page);
    return page;
  }

  /** After a test: nothing went wrong in its pages, visits end, and what failed is not left to the next test. */
  async after(hasFailed: boolean): Promise<void> {
    const faults = [...this.visits, ...(shared ? [shared] : [])].flatMap((page) => page.faults.splice(0));
    for (const page of this.visits.splice(0)) await page.close();
    if (hasFailed || faults.length > 0) await closeShared();
    expect(faults, "faults of the page").toEqual([]);
  }
}

/** Tests of the studio in a browser. */
export function describeStudio(name: string, tests: (bench: StudioBench) => void): void {
  describeInBrowser(name, (browser) => {
    const bench = new StudioBench(browser);
    afterEach(({ task }: TestContext) => bench.after(task.result?.state === "fail"));
    afterAll(() => (browserOfRun() === undefined ? closeShared() : undefined));
    tests(bench);
  });
}
