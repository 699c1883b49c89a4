import { pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { TreeModel, TreeNode } from "../src/model/tree.js";
import { asRules } from "../src/rules/joinedRules.js";
import { drawReport } from "../src/use/draw/html.js";
import { drawRuleReport } from "../src/use/draw/ruleReport.js";
import { describeInBrowser } from "./kit/browser.js";
import { folder } from "./kit/folder.js";
import { leaf, split, threshold } from "./kit/handmade.js";
import { hostileModel, irisModel } from "./models.js";

/** A full binary tree of this depth on one attribute. */
function fullTree(depth: number): TreeModel {
  const grow = (level: number, from: number, to: number): TreeNode[] => {
    if (level === depth) return [leaf(to - from, 0, 0)];
    const middle = (from + to) / 2;
    return split(threshold(0, middle), [grow(level + 1, from, middle), grow(level + 1, middle, to)]);
  };
  return { ...irisModel(), nodes: grow(0, 0, 2 ** (depth + 1)) };
}

describeInBrowser("a report in a browser, from a file", (browser) => {
  const files = folder();
  const faults: string[] = [];
  const contexts: BrowserContext[] = [];
  let page: Page;

  async function newPage(options: object): Promise<Page> {
    const context = await browser().newContext({ viewport: { width: 1400, height: 900 }, ...options });
    contexts.push(context);
    return context.newPage();
  }
  beforeAll(async () => {
    page = await newPage({});
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => faults.push(message.text()));
    page.on("dialog", (dialog) => faults.push(`dialog ${dialog.message()}`));
  });
  afterEach(() => expect(faults.splice(0)).toEqual([]));
  afterAll(() => Promise.all(contexts.map((context) => context.close())));

  const open = (html: string, into = page) => into.goto(pathToFileURL(files.put("report.html", html)).href);
  const openTree = (model = irisModel()) => open(drawReport({ model }));
  const nodes = () => page.locator(".stage g.n").count();
  const text = (selector: string) => page.locator(selector).first().textContent();
  const active = () => text(".stage g.active .c-head");
  const settled = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.locator(".stage").press(key);
    await settled();
  };
  const click = async (selector: string) => {
    await page.locator(selector).click();
    await settled();
  };

  it("opens a small tree completely, at its root", async () => {
    await openTree();
    expect(await nodes()).toBe(7);
    expect(await active()).toBe("petal width");
    expect(await page.locator(".still").isVisible()).toBe(false);
    expect(await text(".node .rows")).toContain("150 rows");
  });

  it("closes and opens subtrees by mouse, and keeps the node where it is", async () => {
    await openTree();
    const box = page.locator("#n2");
    const before = (await box.boundingBox())!;
    await click("#n2 .badge");
    expect(await nodes()).toBe(3);
    expect(await box.getAttribute("aria-expanded")).toBe("false");
    expect(await box.textContent()).toContain("… 4 more nodes");
    expect(await text(".node button")).toBe("Expand");
    await click("#n2"); // a closed subtree opens wherever it is clicked
    expect(await nodes()).toBe(7);
    // Except for rounding to whole pixels when scrolling.
    expect(Math.abs((await box.boundingBox())!.x - before.x)).toBeLessThan(2.5);
  });

  it("is operated by keys, like a tree view", async () => {
    await openTree();
    const current = () => page.locator(".stage").getAttribute("aria-activedescendant");
    await page.locator(".stage").focus();
    await press("ArrowDown", "ArrowDown"); // node 2 in preorder
    await expect.poll(current).toBe("n2");
    await press("ArrowLeft"); // closes it
    expect(await nodes()).toBe(3);
    await press("ArrowRight", "ArrowRight"); // opens it, then goes to its first branch
    await expect.poll(current).toBe("n3");
    await press("End");
    await expect.poll(() => text(".path")).toBe("If petal width > 1.75 then virginica");
    await press("ArrowLeft", "Home"); // a leaf: to its parent
    expect(await active()).toBe("petal width");
    await press("Enter");
    expect(await nodes()).toBe(1);
  });

  it("zooms, by keys, buttons and the wheel with Ctrl", async () => {
    await openTree();
    const scale = async () => Number.parseInt((await text(".scale"))!, 10);
    const start = await scale();
    await click("[data-do=out]");
    expect(await scale()).toBeLessThan(start);
    await press("1");
    expect(await scale()).toBe(100);
    await press("+");
    expect(await scale()).toBe(125);
    await page.locator(".stage").hover();
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, 200);
    await page.keyboard.up("Control");
    await expect.poll(scale).toBeLessThan(125);
  });

  it("draws only the visible ones of 8,191 nodes, and finds the others", async () => {
    await openTree(fullTree(12));
    const count = await nodes();
    expect(count).toBeGreaterThan(15);
    expect(count).toBeLessThan(100);
    await page.locator("body").press("/");
    // A leaf's edge: the last split of all is at 8190.
    await page.keyboard.type("> 8190");
    expect(await text("[data-tree] .find .found")).toBe("1 match");
    await page.keyboard.press("Enter");
    await settled();
    expect(await text("[data-tree] .find .found")).toBe("1 of 1");
    expect(await text(".path")).toBe("If sepal length > 8190 then setosa");
    const stage = (await page.locator(".stage").boundingBox())!;
    const found = (await page.locator("g.active > rect").first().boundingBox())!;
    expect(found.x).toBeGreaterThan(stage.x);
    expect(found.x + found.width).toBeLessThan(stage.x + stage.width);
    for (let i = 0; i < 3; i++) await click("[data-do=open]");
    expect(await nodes()).toBeLessThan(400); // some 2,500 are open, only the visible ones are drawn
  });

  it("counts matches in closed subtrees", async () => {
    await openTree();
    await click("[data-do=close]");
    await page.locator("[data-tree] input").fill("petal length virginica");
    await settled();
    expect(await text("#n2")).toContain("1 match below");
    await page.keyboard.press("Escape");
    await settled();
    expect(await page.locator(".stage .hit").count()).toBe(0);
  });

  it("pans with the mouse without selecting a node at the end", async () => {
    await openTree(fullTree(6));
    await click("[data-do=open]");
    const left = () => page.locator(".stage").evaluate((stage) => stage.scrollLeft);
    const before = await left();
    const { x, y } = (await page.locator(".stage").boundingBox())!;
    await page.mouse.move(x + 400, y + 300);
    await page.mouse.down();
    await page.mouse.move(x + 150, y + 300, { steps: 4 });
    await page.mouse.up();
    expect(await left()).toBeCloseTo(before + 250, -1);
    expect(await page.locator(".stage").getAttribute("aria-activedescendant")).toBe("n0");
  });

  it("is a static picture without scripts", async () => {
    const plain = await newPage({ javaScriptEnabled: false });
    await open(drawReport({ model: irisModel() }), plain);
    expect(await plain.locator(".still svg").isVisible()).toBe(true);
    expect(await plain.locator(".live").first().isVisible()).toBe(false);
    expect(await plain.locator(".tools:visible").count()).toBe(0);
  });

  it("is a static picture in print, too", async () => {
    await openTree();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".still svg").isVisible()).toBe(true);
    expect(await page.locator(".stage").isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
  });

  it("runs no script from names in the data", async () => {
    const model = hostileModel();
    const marks = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    const attributes = model.attributes.map((each) => ({ ...each, name: `${marks}${each.name}` }));
    await openTree({ ...model, attributes });
    await page.locator("[data-tree] input").fill("script");
    await page.keyboard.press("Enter");
    await settled();
    expect(await text("[data-tree] .find .found")).toMatch(/^1 of \d+$/);
    expect(await page.locator("img").count()).toBe(0);
    expect(await text(".node")).toContain("</script>");
  });

  it.each([390, 1400])("is no wider than a window of %i", async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await openTree(fullTree(6));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it("filters rules by words", async () => {
    await openTree(fullTree(4));
    const shown = () => page.locator(".rules tbody tr:visible").count();
    expect(await shown()).toBe(16);
    await page.locator("[data-rules] input").fill("length 28"); // 28 bounds two leaves: up to it, and from it
    expect(await shown()).toBe(2);
    expect(await text("[data-rules] .found")).toBe("2 of 16");
    await page.locator("[data-rules] input").fill("");
    expect(await shown()).toBe(16);
  });

  it("sorts rules, even if they are too few to be filtered", async () => {
    await open(drawRuleReport({ model: asRules(irisModel()) }));
    const rows = () =>
      page
        .locator(".rules tbody tr")
        .evaluateAll((trs) => trs.map((tr) => Number((tr as HTMLElement).dataset.rows)));
    const start = await rows();
    await click("button[data-sort=rows]");
    const sorted = [...start].sort((a, b) => b - a);
    expect(sorted).not.toEqual(start);
    expect(await rows()).toEqual(sorted);
    await click("button[data-sort=order]");
    expect(await rows()).toEqual(start);
    expect(await text("th[aria-sort]")).toBe("#");
  });
});
