// Draws what trees make of two-dimensional shapes, for docs/learners.md: the regions of a tree that tests single attributes
// beside those of a learner whose nodes fit the shape. Run after a build: npm run region-pictures
import { writeFileSync } from "node:fs";
import { fitSync, predict, tableFrom } from "../packages/coppice/dist/joined/node.js";

const ROWS = 1500;
const SHOWN = 400;
const CELLS = 120;
const SIDE = 240;
const GAP = 28;
const HEAD = 44;

const options = { prune: "costComplexity", pruneRule: "1se" };
const pictures = [
  { name: "slanted", isSecond: (x, y) => 0.4 * x + 0.3 * y <= 0.11, learner: "linearTree", options },
  { name: "circle", isSecond: (x, y) => (x - 0.1) ** 2 + y ** 2 <= 0.4, learner: "sphereTree", options },
  {
    name: "ring",
    isSecond: (x, y) => x ** 2 + y ** 2 > 0.2 && x ** 2 + y ** 2 <= 0.6,
    learner: "sphereTree",
    options: { ...options, maxLeaves: 3 },
  },
  { name: "turned-xor", isSecond: (x, y) => x + y > 0 !== x - y > 0, learner: "quadraticTree", options },
  { name: "rotated-groups", groups: [-0.25, 0.25], learner: "ldaTree", options },
  { name: "wave", isSecond: (x, y) => y > 0.5 * Math.sin(3 * x), learner: "perceptronTree", options },
  {
    name: "half-disc",
    isSecond: (x, y) => x > -0.2 && x ** 2 + y ** 2 <= 0.5,
    learner: "omnivariate",
    options,
  },
  { name: "corner", isSecond: (x, y) => y > Math.abs(x) - 0.4, learner: "softTree", options: {} },
  { name: "side", isSecond: (x, y) => x > -0.3 && y > 0.8 * x, learner: "logisticLeaves", options: {} },
  { name: "xor", isSecond: (x, y) => x > 0.1 !== y > -0.1, learner: "optimalTree", options: { maxDepth: 2 } },
];

for (const picture of pictures) {
  const table = picture.groups ? groupsOf(picture.groups) : pointsOf(picture.isSecond);
  const single = fitSync(table, { target: "class", learner: "cart", options });
  const fitting = fitSync(table, { target: "class", learner: picture.learner, options: picture.options });
  const parts = [panel(single, table, 0), panel(fitting, table, 1)];
  writeFileSync(
    new URL(`../docs/images/regions-${picture.name}.svg`, import.meta.url),
    drawing(picture, parts),
  );
  console.log(`docs/images/regions-${picture.name}.svg`);
}

writeFileSync(new URL("../docs/images/regions-lines.svg", import.meta.url), linesPicture());
console.log("docs/images/regions-lines.svg");

/** Numbers uniform from -1 to 1, by a small generator that every host computes alike. */
function uniforms() {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Two long groups of points, turned by 45 degrees, one on either side of the diagonal. */
function groupsOf(centres) {
  const uniform = uniforms();
  const bell = () => (uniform() + uniform() + uniform()) / 3;
  const points = Array.from({ length: ROWS }, (_, i) => {
    const [along, across] = [0.9 * bell(), 0.25 * bell() + centres[i % 2]];
    return [along + across, along - across];
  });
  return tableFrom({
    x: points.map(([x]) => x),
    y: points.map(([, y]) => y),
    class: points.map((_, i) => "ab"[i % 2]),
  });
}

/** Points uniform on the square from -1 to 1. */
function pointsOf(isSecond) {
  const uniform = uniforms();
  const points = Array.from({ length: ROWS }, () => [uniform(), uniform()]);
  return tableFrom({
    x: points.map(([x]) => x),
    y: points.map(([, y]) => y),
    class: points.map(([x, y]) => (isSecond(x, y) ? "b" : "a")),
  });
}

/** One model: its second class as runs of cells, row by row, and some of the points. */
function panel(model, table, place) {
  const left = place * (SIDE + GAP);
  const at = (cell) => ((cell + 0.5) / CELLS) * 2 - 1;
  const grid = Array.from({ length: CELLS * CELLS }, (_, i) => [at(i % CELLS), at(Math.floor(i / CELLS))]);
  const { labels } = predict(model, tableFrom({ x: grid.map(([x]) => x), y: grid.map(([, y]) => y) }));
  return [
    `<g transform="translate(${left} ${HEAD})">`,
    `<text y="-24" class="title">${model.learner}</text>`,
    `<text y="-8">${sizeText(model)}</text>`,
    `<rect width="${SIDE}" height="${SIDE}" class="a"/>`,
    `<path class="b" d="${runs(labels)}"/>`,
    ...dots(table),
    "</g>",
  ].join("\n");
}

function sizeText({ nodes }) {
  const splits = nodes.filter(({ test }) => test).length;
  const formulas = nodes.filter(({ test, answer }) => !test && answer).length;
  return `${splits === 1 ? "1 node" : `${splits} nodes`}${formulas > 0 ? `, ${formulas} formulas` : ""}`;
}

/** What trees make of a bent line with noise: x across, the predicted value up. */
function linesPicture() {
  const uniform = uniforms();
  const bent = (x) =>
    x < -0.3 ? -0.6 - 0.8 * (x + 0.3) : x < 0.4 ? -0.6 + 1.8 * (x + 0.3) : 0.66 - 1.2 * (x - 0.4);
  const x = Array.from({ length: ROWS }, uniform);
  const table = tableFrom({ x, value: x.map((at) => bent(at) + 0.12 * uniform()) });
  const parts = ["cart", "modelTree"].map((learner, place) => {
    const model = fitSync(table, {
      target: "value",
      learner,
      options: learner === "cart" ? options : { minLeaf: 100 },
    });
    return linePanel(model, table, place);
  });
  return drawing({ name: "a bent line" }, parts);
}

function linePanel(model, { columns }, place) {
  const steps = Array.from({ length: 2 * SIDE + 1 }, (_, i) => i / SIDE - 1);
  const { values } = predict(model, tableFrom({ x: steps }));
  const at = (value) => (((value + 1) / 2) * SIDE).toFixed(1);
  const [x, y] = columns;
  const points = Array.from({ length: SHOWN }, (_, i) => `M${at(x.values[i])} ${at(-y.values[i])}h0`);
  return [
    `<g transform="translate(${place * (SIDE + GAP)} ${HEAD})">`,
    `<text y="-24" class="title">${model.learner}</text>`,
    `<text y="-8">${sizeText(model)}</text>`,
    `<rect width="${SIDE}" height="${SIDE}" class="a"/>`,
    `<path class="dot a" d="${points.join("")}"/>`,
    `<path class="line" d="M${steps.map((step, i) => `${at(step)} ${at(-values[i])}`).join("L")}"/>`,
    "</g>",
  ].join("\n");
}

function runs(labels) {
  const unit = SIDE / CELLS;
  let path = "";
  for (let row = 0; row < CELLS; row++) {
    for (let from = 0; from < CELLS; ) {
      let to = from;
      while (to < CELLS && labels[row * CELLS + to] === "b") to++;
      // y grows upwards in the plane and downwards in the picture.
      if (to > from)
        path += `M${from * unit} ${(CELLS - row) * unit}h${(to - from) * unit}v${-unit}H${from * unit}z`;
      from = to + 1;
    }
  }
  return path;
}

function dots({ columns }) {
  const [x, y, label] = columns;
  const place = (value) => (((value + 1) / 2) * SIDE).toFixed(1);
  const of = (code) =>
    Array.from({ length: SHOWN }, (_, i) => i)
      .filter((i) => label.codes[i] === code)
      .map((i) => `M${place(x.values[i])} ${place(-y.values[i])}h0`)
      .join("");
  return [0, 1].map((code) => `<path class="dot ${"ab"[code]}" d="${of(code)}"/>`);
}

function drawing({ name }, parts) {
  const width = 2 * SIDE + GAP;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${SIDE + HEAD + 4}" viewBox="0 0 ${width} ${SIDE + HEAD + 4}">
<title>Regions of two trees on the same points: ${name}</title>
<style>
text{font:13px system-ui,sans-serif;fill:#4a5568}.title{font-weight:600;fill:#1a202c}
rect.a{fill:#d6e8f5}path.b{fill:#f6d9a8}
.dot{fill:none;stroke-width:3.4;stroke-linecap:round}.dot.a{stroke:#0072b2}.dot.b{stroke:#c46a00}
.line{fill:none;stroke:#8a3b00;stroke-width:2}
@media(prefers-color-scheme:dark){text{fill:#a0aec0}.title{fill:#edf2f7}}
</style>
${parts.join("\n")}
</svg>
`;
}
