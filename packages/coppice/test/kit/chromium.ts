import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../../../scripts/lib/chromium.mjs";

/** The path of Chromium; undefined if there is none, and then the tests in a page are skipped. */
export const program = findChromium();

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const options = () => ({ executablePath: program!, args });

export const launchBrowser = (): Promise<Browser> => chromium.launch(options());

export const launchBrowserServer = () => chromium.launchServer(options());
