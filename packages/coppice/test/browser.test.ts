import { afterAll, beforeAll, expect, it } from "vitest";
import type * as BrowserPage from "./browserPage.js";
import { describeInBrowser } from "./kit/browser.js";
import { folder } from "./kit/folder.js";
import { bundled, type Host, inNode, type Site, site } from "./kit/site.js";
import type * as LibraryPage from "./libraryPage.js";

const files = folder();
const WORKERS = ["browserFitWorker", "browserWorker", "libraryWorker"].map(
  (name) => `src/targets/${name}.ts`,
);
const PAGES = ["browserPage", "libraryPage", "ownStump"].map((name) => `test/${name}.ts`);
let scripts: Map<string, string>;
beforeAll(async () => {
  scripts = await bundled(...PAGES, ...WORKERS);
});

it("the entries for browsers are bundled without Node modules", () => {
  expect([...scripts.values()].join("\n")).not.toMatch(/(from|import|require)\s*\(?\s*["']node:/);
});

describeInBrowser("in a page", (browser) => {
  let pages: Site;
  let here: typeof BrowserPage;
  let model: string;
  beforeAll(async () => {
    pages = await site(browser, scripts);
    here = await inNode(scripts, "browserPage.js", files);
    model = await here.fittedModel();
  });
  afterAll(() => pages?.close());
  const inPage = <T = string>(host: Host, call: string) => pages.call<T>(host, "browserPage.js", call);

  it("fits Node's model, by a worker in its own folder too, passes errors on, and loads a user's learner", async () => {
    const calls = `page.fittedModel(), page.fittedModel({ threads: 1 }), page.failedFit(),
      page.ownLearner("./ownStump.js")`;
    const all = await inPage<string[]>("plain", `Promise.all([${calls}])`);
    expect(JSON.parse(model).nodes.length).toBeGreaterThan(3); // a single leaf would prove nothing
    expect(all).toEqual({ answer: [model, model, "COLUMN_UNKNOWN", "stump"], faults: [], remarks: [] });
  });

  it.each([
    ["plain", 1],
    ["isolated", 2],
  ] as const)("stays responsive while a worker fits: %s, %d threads", async (host, threads) => {
    type Fitted = Awaited<ReturnType<typeof BrowserPage.fittedElsewhere>>;
    const { answer, ...rest } = await inPage<Fitted>(host, `page.fittedElsewhere(${threads})`);
    expect(rest).toEqual({ faults: [], remarks: [] });
    expect(answer.model).toBe(here.fittedHere());
    expect(answer.ticks).toBeGreaterThan(3);
    expect(answer.shares.at(-1)).toBe(1);
  });

  it("is cancelled immediately by a signal", async () => {
    expect(await inPage("plain", "page.stoppedFit()")).toMatchObject({ answer: "ABORTED", faults: [] });
  });

  it.each([
    ["plain", 'page.fittedModel({ threads: 1, workers: "/nosuch/" })'],
    ["guarded", "page.fittedModel({ threads: 1 })"],
  ] as const)(
    "fits on the calling thread where no worker can be started, and says so once: %s %s",
    async (host, call) => {
      const { answer, remarks } = await inPage(host, `${call}.then(() => ${call})`);
      expect(answer).toBe(model);
      expect(remarks.filter((remark) => remark.startsWith("debug: "))).toEqual([
        expect.stringMatching(
          /^debug: coppice: cannot start a worker \(.*\): learning on the calling thread$/,
        ),
      ]);
    },
  );

  it("fits the same on any number of threads if the page may share memory", async () => {
    const sizes = [1, 2, 3];
    const calls = sizes.map((threads) => `await page.fittedOnThreads(${threads})`);
    const answer = sizes.map((size) => ({ fitted: here.fittedBy(), size }));
    expect(await inPage("isolated", `(async () => [${calls}])()`)).toEqual({
      answer,
      faults: [],
      remarks: [],
    });
  });

  it("fits the same on one thread if it may not, and logs this once", async () => {
    const said = "debug: coppice: the page is not cross-origin isolated: all work is done on one thread";
    expect(await inPage("plain", "page.fittedOnThreads(2).then(() => page.fittedOnThreads(2))")).toEqual({
      ...{ answer: { fitted: here.fittedBy(), size: 1 }, faults: [], remarks: [said] },
    });
  });

  it("reports a missing worker file", async () => {
    expect(await inPage("isolated", 'page.startThreads("/isolated/nosuch")')).toMatchObject({
      answer: "THREAD_DIED",
    });
  });

  it.each(["strict", "strict-isolated"] as const)(
    "the library in a worker gives Node's models on a %s host, while the page has its turns",
    async (host) => {
      const { workHere } = await inNode<typeof LibraryPage>(scripts, "libraryPage.js", files);
      const { answer, ...rest } = await pages.call<LibraryPage.Answer>(
        host,
        "libraryPage.js",
        "page.workElsewhere()",
      );
      expect(rest).toEqual({ faults: [], remarks: [] });
      expect(answer).toMatchObject({ ...workHere(), stopped: "ABORTED" });
      expect(answer.ticks).toBeGreaterThan(5);
      expect(answer.shares).toBeGreaterThan(2);
      expect(answer.tests).toBeGreaterThan(1);
      expect(answer.cuts).toBeGreaterThan(10);
    },
  );
});
