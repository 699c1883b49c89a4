import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, inject } from "vitest";
import type {} from "./browserServer.js";
import { launchBrowser, program } from "./chromium.js";

let connected: Promise<Browser> | undefined;

/** The browser of the run, which ends with it; undefined if the run has none. */
export function browserOfRun(): Promise<Browser> | undefined {
  const address = inject("chromium");
  if (address !== undefined) connected ??= chromium.connect(address);
  return connected;
}

/** Tests that need a browser; without Chromium they are skipped, with a line that says so. */
export function describeInBrowser(name: string, tests: (browser: () => Browser) => void): void {
  if (program === undefined) console.log(`${name}: no Chromium found, so nothing runs in a page`);
  describe.skipIf(program === undefined)(name, () => {
    let browser: Browser | undefined;
    let own: Browser | undefined;
    beforeAll(async () => {
      browser = await browserOfRun();
      if (browser === undefined) browser = own = await launchBrowser();
    });
    afterAll(() => own?.close());
    tests(() => browser!);
  });
}
