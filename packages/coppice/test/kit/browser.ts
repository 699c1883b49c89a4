import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, inject } from "vitest";
import type {} from "./browserServer.js";
import { launchBrowser, program } from "./chromium.js";

/** The browser of the run, or one of its own if the run has none. What is opened in it is closed with it. */
export function openBrowser(): Promise<Browser> {
  const address = inject("chromium");
  return address === undefined ? launchBrowser() : chromium.connect(address);
}

/** Tests that need a browser; without Chromium they are skipped, with a line that says so. */
export function describeInBrowser(name: string, tests: (browser: () => Browser) => void): void {
  if (program === undefined) console.log(`${name}: no Chromium found, so nothing runs in a page`);
  describe.skipIf(program === undefined)(name, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser?.close());
    tests(() => browser!);
  });
}
