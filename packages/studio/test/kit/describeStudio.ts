import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, type TestContext } from "vitest";
import { describeInBrowser } from "../../../coppice/test/kit/browser.js";
import { type OpenOptions, StudioPage } from "./studioPage.js";

/** The pages of a file's tests. */
export class StudioBench {
  private readonly visits: StudioPage[] = [];
  private shared: StudioPage | undefined;

  constructor(private readonly browser: Browser) {}

  /** The page that the tests share, as if nothing had been done in it. */
  async open(options: OpenOptions = {}): Promise<StudioPage> {
    this.shared ??= await StudioPage.visit(this.browser);
    await this.shared.begin(options);
    return this.shared;
  }

  /** A page of a first visit, with storage of its own: for what is kept, offline, or said to who is new. */
  async visit(options: OpenOptions = {}): Promise<StudioPage> {
    const page = await StudioPage.visit(this.browser, options);
    this.visits.push(page);
    return page;
  }

  /** After a test: visits end, and what failed is not left to the next test. */
  async after(hasFailed: boolean): Promise<void> {
    for (const page of this.visits.splice(0)) await page.close();
    if (hasFailed) await this.close();
  }

  async close(): Promise<void> {
    await this.shared?.close();
    this.shared = undefined;
  }
}

/** Tests of the studio in a browser, which share a page. */
export function describeStudio(name: string, tests: (bench: () => StudioBench) => void): void {
  describeInBrowser(name, (browser) => {
    let bench: StudioBench | undefined;
    beforeAll(() => {
      bench = new StudioBench(browser());
    });
    afterEach(({ task }: TestContext) => bench?.after(task.result?.state === "fail"));
    afterAll(() => bench?.close());
    tests(() => bench!);
  });
}
