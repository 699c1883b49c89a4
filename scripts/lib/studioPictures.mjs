/** What is photographed of each screen; every one starts with the penguins open, the first without a table. */
export const screens = {
  welcome,
  data,
  tree,
  rules,
  understand,
  forest,
  compare,
  questions,
  menus,
  argue,
  watch,
  lessons,
};

export async function settled(page) {
  await page.waitForFunction(() => {
    const state = globalThis.studio?.store.get();
    return state?.model !== undefined && state.job === undefined && !state.validating;
  });
  await page.waitForTimeout(400);
}

async function welcome({ take }) {
  await take("welcome");
}

/** The columns, one of them large, and two of them against each other. */
async function data({ page, take }) {
  await take("data");
  const distribution = page.getByRole("button", { name: /^Distribution of Beak Length/ });
  await distribution.click();
  await page.waitForSelector(".large svg");
  await distribution.scrollIntoViewIfNeeded();
  await take("column");
  await distribution.click();
  for (const [name, across, up] of [
    ["dots", "Flipper Length (mm)", "Beak Length (mm)"],
    ["mosaic", "Island", "Species"],
    ["boxes", "Species", "Body Mass (g)"],
  ]) {
    await page.getByLabel("Across").selectOption(across);
    await page.getByLabel("Up", { exact: true }).selectOption(up);
    await page.waitForTimeout(400);
    await toTop(page.getByLabel("Two columns"));
    await take(name);
  }
}

async function tree({ page, take, go, isWide }) {
  await go("Tree");
  await page.getByRole("tree").focus();
  await page.keyboard.press("ArrowRight");
  await page.evaluate(() => document.activeElement.blur());
  await take("tree");
  await page.getByRole("tree").focus();
  if (!isWide) return;
  await page.keyboard.press("3");
  await take("near");
  await page.getByRole("button", { name: "Icicle" }).click();
  await take("icicle");
  await page.getByRole("button", { name: "Tree", exact: true }).last().click();
  await page.locator('[data-candidate="Island"]').click();
  await settled(page);
  await page.getByLabel("Change this node").scrollIntoViewIfNeeded();
  // Away from the candidate, which would show its ghost.
  await page.mouse.move(700, 700);
  await take("edit");
}

async function rules({ take, go }) {
  await go("Rules");
  await take("rules");
}

async function understand({ page, take, go }) {
  await go("Understand");
  await page.getByRole("button", { name: "Explain" }).click();
  await take("understand");
  for (const [name, section] of [
    ["confusion", "Confusion matrix"],
    ["probabilities", "Probabilities"],
    ["regions", "Decision regions"],
  ]) {
    await toTop(page.getByLabel(section, { exact: true }));
    await page.waitForTimeout(800);
    await take(name);
  }
}

/** An ensemble has views of its own. */
async function forest({ page, take, go }) {
  await learn(page, "forest", { trees: 30 });
  await go("Understand");
  await toTop(page.getByLabel("Error by trees"));
  await page.waitForTimeout(800);
  await take("forest");
  await toTop(page.getByLabel("Member trees"));
  await take("members");
}

/** The other way to choose a learner. */
async function questions({ page, take, go, isWide }) {
  await go("Tree");
  if (!isWide) await page.getByRole("button", { name: "Learner", exact: true }).click();
  await page.getByRole("button", { name: "Six questions" }).click();
  await page.locator(".question").nth(2).locator("summary").first().click();
  await take("questions");
}

async function compare({ page, take, go }) {
  await learn(page, "c45", {});
  await learn(page, "id3", {});
  await go("Compare");
  await take("compare");
  await page.getByRole("button", { name: /^Compare \d/ }).click();
  await page.waitForSelector('[aria-label="Tests"]');
  await toTop(page.getByLabel("Side by side"));
  await take("side-by-side");
}

async function menus({ page, take, go }) {
  await go("Tree");
  await page.locator("summary", { hasText: "Export" }).click();
  await take("export");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await take("palette");
}

/** Rows held out, and a threshold that is being moved. */
async function argue({ page, take, go }) {
  await learn(page, "cart", {}, { judge: { kind: "holdOut", validation: 0.25, test: 0.2 } });
  await go("Tree");
  const slider = page.getByRole("slider", { name: /^Threshold of/ });
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width } = await slider.boundingBox();
  await page.mouse.move(x + width * 0.6, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.45, y + 60, { steps: 4 });
  await take("argue");
  await page.keyboard.press("Escape");
  await page.mouse.up();
}

/** A tree in the middle of its growth. */
async function watch({ page, take, go }) {
  await go("Watch");
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.waitForSelector("[data-gain]");
  await take("watch");
}

/** A step of every lesson. */
async function lessons({ page, take, go }) {
  await go("Watch");
  for (const [lesson, step] of [
    ["tennis", 4],
    ["fruit", 3],
    ["rules", 2],
    ["pruning", 3],
    ["missing", 4],
    ["surrogates", 3],
    ["ripper", 2],
  ]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `/lesson/${lesson}/${step}`);
    await page.waitForSelector(`[data-lesson="${lesson}"] > p`);
    await take(`lesson-${lesson}`);
  }
}

async function learn(page, learner, options, others = {}) {
  await page.evaluate((change) => globalThis.studio.choose(change).then(() => globalThis.studio.grow()), {
    ...{ learner, options },
    ...others,
  });
  await settled(page);
}

const toTop = (locator) => locator.first().evaluate((element) => element.scrollIntoView({ block: "start" }));
