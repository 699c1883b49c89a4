import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { findChromium } from "../../../scripts/lib/chromium.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import { type StudioServer, serveStudio } from "../../coppice/src/targets/studioServer.js";

export const program = findChromium();
export const DIST = join(root, "packages/studio/dist");
export const PENGUINS = join(DIST, "samples/penguins.json");

export const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface OpenOptions extends BrowserContextOptions {
  /** The table or model that the command is given. */
  readonly file?: string;
}

/** The studio in a browser, with everything that went wrong in the page. */
export class StudioPage {
  readonly faults: string[] = [];

  private constructor(
    readonly page: Page,
    readonly server: StudioServer,
  ) {
    page.on("pageerror", (error) => this.faults.push(String(error)));
    // Errors of the policy are reported here as well.
    page.on("console", (message) => message.type() === "error" && this.faults.push(message.text()));
    page.on("dialog", (dialog) => {
      this.faults.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  static async open(browser: Browser, { file, ...context }: OpenOptions = {}): Promise<StudioPage> {
    const server = await serveStudio({ folder: DIST, ...(file !== undefined && { file }) });
    const viewport = { width: 1400, height: 900 };
    const page = await (await browser.newContext({ viewport, ...context })).newPage();
    // Less than a test may take, so that it is the step that fails and not the test.
    page.setDefaultTimeout(25_000);
    const studio = new StudioPage(page, server);
    await page.goto(server.url);
    await studio.settled();
    return studio;
  }

  /** Waits until nothing is being read, grown or estimated. */
  async settled(): Promise<void> {
    await this.page
      .waitForFunction(() => {
        const state = (
          globalThis as unknown as { studio?: { store: { get(): Record<string, unknown> } } }
        ).studio?.store.get();
        const isDone =
          state?.model !== undefined || state?.fault !== undefined || state?.description !== undefined;
        return isDone && state.job === undefined && state.validating !== true;
      })
      .catch((error) => {
        throw new Error(`the page does not settle; its faults: ${this.faults.join("; ")}`, { cause: error });
      });
    await this.page.waitForTimeout(50);
  }

  /** Picks a learner in the panel of the tree and grows; with options, as the form would give them. */
  async learn(learner: string, options: object = {}): Promise<void> {
    await this.go("Tree");
    await this.page.locator("#learner").selectOption(learner);
    if (Object.keys(options).length > 0) {
      await this.page.evaluate(
        (given) =>
          (globalThis as unknown as { studio: { choose(change: object): Promise<void> } }).studio.choose({
            options: given,
          }),
        options,
      );
    }
    const grow = this.page.getByRole("button", { name: "Grow", exact: true });
    if ((await grow.count()) > 0) await grow.click();
    await this.settled();
  }

  async go(screen: "Data" | "Tree" | "Rules" | "Understand" | "Compare" | "Watch"): Promise<void> {
    await this.page.getByRole("navigation").getByRole("button", { name: screen, exact: true }).click();
    await this.settled();
  }

  text(selector: string): Promise<string> {
    return this.page.locator(selector).first().innerText();
  }

  /** What axe-core finds of serious or critical impact. */
  async axeFaults(): Promise<string[]> {
    await this.page.evaluate(AXE);
    return this.page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(document);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`,
        );
    });
  }

  /** What is kept for the next visit. */
  kept(): Promise<{ readonly recipe?: { readonly options?: object }; readonly done?: number } | undefined> {
    return this.page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const request = indexedDB.open("coppice-studio", 1);
          request.onerror = () => reject(request.error);
          // The page may not have kept anything yet: who opens first makes the store.
          request.onupgradeneeded = () => request.result.createObjectStore("work");
          request.onsuccess = () => {
            const read = request.result.transaction("work").objectStore("work").get("current");
            read.onsuccess = () => {
              const { recipe, done } = read.result ?? {};
              request.result.close();
              resolve({ recipe, done });
            };
            read.onerror = () => reject(read.error);
          };
        }),
    );
  }

  async close(): Promise<void> {
    await this.page.context().close();
    await this.server.close();
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
