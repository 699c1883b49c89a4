import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { sizeOf, type TreeModel } from "coppice";
import type { Browser, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { root } from "../../../../scripts/lib/root.mjs";
import { type StudioServer, serveStudio } from "../../../coppice/src/targets/studioServer.js";
import { isDeep } from "../../../coppice/test/kit/length.js";
import type { Kept } from "../../src/state/keep.js";
import type { Studio } from "../../src/state/studio.js";
import type { StudioState } from "../../src/state/types.js";
import type { Recipe } from "../../src/work/protocol.js";

export const DIST = join(root, "packages/studio/dist");
export const PENGUINS = join(DIST, "samples/penguins.json");

/** How a page is looked at, and what is open in it. */
export interface OpenOptions {
  /** The table or model. */
  readonly file?: string;
  readonly colorScheme?: "light" | "dark";
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Default: "reduce", which does without frames that no test looks at. */
  readonly reducedMotion?: "reduce" | "no-preference";
  /** Of a visit: blocked where requests are held back, which a service worker would answer. */
  readonly serviceWorkers?: "block";
  /** Of a visit: default is the command's, which gives the page the file. */
  readonly server?: StudioServer;
}

export const NARROW = { width: 400, height: 820 };
const WIDE = { width: 1400, height: 900 };

declare global {
  // In the page, where functions given to `evaluate` run: what it puts there for tests, and what tests put there.
  var studio: Pick<Studio, keyof Studio> & {
    readonly client: { readonly waiting: ReadonlyMap<number, unknown> };
  };
  var before: StudioState | undefined;
}

/** The studio in a browser, with everything that went wrong in the page. */
export class StudioPage {
  readonly faults: string[] = [];
  /** What `begin` opened last. */
  private file: string | undefined;

  private constructor(
    readonly page: Page,
    readonly server: StudioServer,
  ) {
    // Less than a test may take, so that it is the step that fails and not the test.
    page.setDefaultTimeout(25_000);
    page.on("pageerror", (error) => this.faults.push(String(error)));
    // Errors of the policy are reported here as well.
    page.on("console", (message) => message.type() === "error" && this.faults.push(message.text()));
    page.on("dialog", (dialog) => {
      this.faults.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /** A first visit: nothing is kept, and the command has given the page the file, if any. */
  static async visit(browser: Browser, options: OpenOptions = {}): Promise<StudioPage> {
    const { file, viewport = WIDE, colorScheme = "light", reducedMotion = "reduce" } = options;
    const { server, serviceWorkers = "allow" } = options;
    const served = server ?? (await serveStudio({ folder: DIST, ...(file !== undefined && { file }) }));
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion, serviceWorkers });
    const page = await context.newPage();
    const studio = new StudioPage(page, served);
    await page.goto(served.url);
    if (file === undefined) await studio.settled();
    else await studio.opened(file);
    return studio;
  }

  /** Leaves everything of an earlier test, and opens a file as a person does. */
  async begin(options: OpenOptions = {}): Promise<void> {
    const { file, viewport = WIDE, colorScheme = "light", reducedMotion = "reduce" } = options;
    await this.page.emulateMedia({ colorScheme, reducedMotion });
    await this.page.setViewportSize(viewport);
    await this.page.mouse.move(0, 0);
    const isOpen = file !== undefined && file === this.file && (await this.asOpened());
    if (!isOpen) {
      await this.page.evaluate(async () => {
        await studio.close();
        studio.store.set({ theme: "system", lesson: undefined, news: "" });
      });
      if (file !== undefined) {
        await this.give(file);
        await this.opened(file);
      }
    }
    this.faults.length = 0;
  }

  /** Remembers what is open: the next test that asks for this file finds it so. */
  private async opened(file: string): Promise<void> {
    await this.settled();
    this.file = file;
    await this.page.evaluate(() => {
      globalThis.before = studio.store.get();
    });
  }

  /**
   * Shows the open file as it was when it was opened, all screens made anew; undoes edits. False if something else was
   * learned meanwhile: then the file is to be opened again.
   */
  private async asOpened(): Promise<boolean> {
    return this.page.evaluate(async () => {
      const { before, studio } = globalThis;
      const now = studio.store.get();
      if (before === undefined || now.source !== before.source) return false;
      if (now.edits.length > 0 && now.grownBy === before.grownBy) await studio.editing.setEdits([], 0);
      else if (now.model !== before.model) return false;
      const { model, edits, job } = studio.store.get();
      if (model?.pruned !== undefined || edits.length > 0 || job !== undefined) return false;
      const absent = Object.fromEntries(Object.keys(now).map((name) => [name, undefined]));
      studio.store.set({ screen: "data", source: undefined, table: undefined, model: undefined });
      await new Promise((done) => requestAnimationFrame(done));
      globalThis.before = { ...before, model };
      studio.store.set({ ...absent, ...globalThis.before });
      return true;
    });
  }

  /** Another tab of the same person. */
  async tab(): Promise<StudioPage> {
    const page = await this.page.context().newPage();
    await page.goto(new URL("/", this.server.url).href);
    return new StudioPage(page, this.server);
  }

  /** Drops a file on a part of the page. */
  async drop(on: string, name: string, content: string): Promise<void> {
    await this.page.locator(on).evaluate(
      (element, [title, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], title));
        element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, content] as const,
    );
  }

  /** Chooses a file; `settled` says when it is open. */
  async give(file: string): Promise<void> {
    await this.page.locator("input[type=file]").setInputFiles(file);
    await this.page.waitForFunction(
      () => studio.store.get().job ?? studio.store.get().source ?? studio.store.get().fault,
    );
  }

  /** Waits until nothing is read, grown, estimated or asked for, and what was found is drawn. */
  async settled(): Promise<void> {
    const rest = await this.page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const atWork = () => {
        if (!("studio" in globalThis)) return "loading";
        const { job, validating, model, fault, description } = studio.store.get();
        if ((model ?? fault ?? description) === undefined) return "nothing is open";
        if (job !== undefined) return "a job";
        return validating === true ? "the estimate" : studio.client.waiting.size > 0 && "answers";
      };
      const end = performance.now() + 25_000;
      for (let calm = 0; calm < 3; ) {
        await frame();
        const rest = atWork();
        calm = rest === false ? calm + 1 : 0;
        if (performance.now() > end) return rest;
      }
      return false;
    });
    if (rest !== false)
      throw new Error(`the page does not settle (${rest}); its faults: ${this.faults.join("; ")}`);
  }

  /** Picks a learner in the panel of the tree and grows, with options as the form would give them. */
  async learn(learner: string, options: Recipe["options"] = {}, folds = 2): Promise<void> {
    await this.go("Tree");
    await this.page.locator("#learner").selectOption(learner);
    await this.choose({ options, judge: { kind: "folds", folds } });
    await this.grow();
  }

  /** Changes the recipe as the forms do. */
  async choose(change: Partial<Recipe>): Promise<void> {
    await this.page.evaluate((given) => studio.choose(given), change);
    await this.settled();
  }

  async grow(): Promise<void> {
    await this.button("Grow").click();
    await this.settled();
  }

  async go(screen: "Data" | "Tree" | "Rules" | "Understand" | "Compare" | "Watch"): Promise<void> {
    await this.page.getByRole("navigation").getByRole("button", { name: screen, exact: true }).click();
    await this.settled();
  }

  /** Keys one after the other, and what follows from them. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    await this.settled();
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** The drawn tree. */
  get stage(): Locator {
    return this.page.getByRole("tree");
  }

  /** Waits until the bar of scores has the size of this model. */
  async hasSize(model: TreeModel): Promise<void> {
    const { nodes, leaves } = sizeOf(model);
    await expect.poll(() => this.flat(".score")).toContain(`Nodes ${nodes} Leaves ${leaves} `);
    await this.settled();
  }

  text(selector: string): Promise<string> {
    return this.page.locator(selector).first().innerText();
  }

  /** The text on one line. */
  async flat(selector: string): Promise<string> {
    return (await this.text(selector)).replaceAll(/\s+/g, " ");
  }

  /** The file that a person saves. */
  async saved(form: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    await this.page.getByText("Export", { exact: true }).click();
    const download = this.page.waitForEvent("download");
    await this.page.locator(`[data-export=${form}]`).click();
    const file = await download;
    const parts = await (await file.createReadStream()).toArray();
    return { name: file.suggestedFilename(), bytes: Buffer.concat(parts) };
  }

  async savedText(form: string): Promise<string> {
    return (await this.saved(form)).bytes.toString();
  }

  /** Whether the page is wider than its window. */
  isTooWide(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
  }

  /** What axe-core finds of serious or critical impact: on the page or in a part of it, by all rules or by some. */
  async axeFaults(options: { readonly within?: string; readonly rules?: string[] } = {}): Promise<string[]> {
    if (!(await this.page.evaluate(() => "axe" in globalThis))) await this.page.evaluate(AXE);
    return this.page.evaluate(async ({ within, rules }) => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(within ?? document, {
        resultTypes: ["violations"],
        ...(rules && { runOnly: rules }),
      });
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) =>
          [id, ...nodes.map((node) => `${node.html} ${node.failureSummary}`)].join(" | "),
        );
    }, options);
  }

  /** The same of a screen and theme that another test looks at as well, in a deep run alone. */
  async axeFaultsOfRepeat(): Promise<string[]> {
    return isDeep ? this.axeFaults() : [];
  }

  /** What is kept for the next visit. */
  async kept(): Promise<Kept | undefined> {
    return (await this.stored("coppice-studio", "work", "current")) as Kept | undefined;
  }

  /** How many runs are kept. */
  async keptRuns(): Promise<number> {
    return ((await this.stored("coppice-studio-runs", "runs", "all")) as unknown[] | undefined)?.length ?? 0;
  }

  /** What a database of the page holds; the content of a file stays there. */
  private stored(name: string, place: string, key: string): Promise<unknown> {
    return this.page.evaluate(
      async (of) => {
        const answer = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const opening = indexedDB.open(of.name, 1);
        // The page may not have kept anything yet: who opens first makes the store.
        opening.onupgradeneeded = () => opening.result.createObjectStore(of.place);
        const database = await answer(opening);
        const found = await answer(database.transaction(of.place).objectStore(of.place).get(of.key));
        database.close();
        return found?.source ? { ...found, source: { name: found.source.name } } : found;
      },
      { name, place, key },
    );
  }

  async close(): Promise<void> {
    await this.page.context().close();
    await this.server.close();
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
