import { percent, printable, word } from "../../model/words.js";
import { warningText } from "../../table/remedy.js";
import { escapeXml } from "../draw/escape.js";
import { pageHead } from "../draw/pageHead.js";
import type { Description } from "./describeTable.js";
import { columnCard } from "./pageParts.js";
import { DESCRIPTION_STYLE } from "./pageStyle.js";
import { legend, oneWayCard, twoWayCard } from "./pageTables.js";
import { figure, plural } from "./wording.js";

export interface DescriptionPageOptions {
  /** The name of the table. */
  readonly title?: string;
  /** Attributes to draw against the target; the others are counted. */
  readonly top?: number;
}

const text = escapeXml;

/** Maximum number of column cards; the other columns are counted. */
const MOST_COLUMNS = 300;
const TOP = 60;

/** An HTML page that summarises a table. It loads nothing and runs nothing: the policy forbids both. */
export function descriptionPage(description: Description, options: DescriptionPageOptions = {}): string {
  const title = text(word(options.title ?? "a table"));
  return `${pageHead(`${title} – table summary`, DESCRIPTION_STYLE)}
<body>
<main>
<header>
<p class="kind">Table</p>
<h1>${title}</h1>
</header>
${warningList(description)}${tiles(description)}
${columnsSection(description)}
${targetSection(description, options.top ?? TOP)}
${pairsSection(description)}
</main>
<footer>Made with Coppice.</footer>
</body>
</html>
`;
}

function warningList({ warnings }: Description): string {
  if (warnings.length === 0) return "";
  const items = warnings
    .map((warning) => `<li>${text(printable(warningText(warning, "flag")))}</li>`)
    .join("\n");
  return `<section class="warnings" aria-label="Warnings">\n<ul>\n${items}\n</ul>\n</section>\n`;
}

function tiles({ rows, columns, target, tables }: Description): string {
  const cells = rows * columns.length;
  const missing = columns.reduce((sum, column) => sum + column.missing, 0);
  const numeric = columns.filter(({ type }) => type === "numeric").length;
  const all = [
    tile(String(rows), rows === 1 ? "row" : "rows", ""),
    tile(String(columns.length), columns.length === 1 ? "column" : "columns", `${numeric} numeric`),
    tile(percent(cells === 0 ? 0 : missing / cells), "missing", `${missing} of ${plural(cells, "cell")}`),
  ];
  if (target?.task === "classification") {
    all.push(tile(target.entropy.toFixed(3), "bits", `entropy of ${word(target.name)}`));
  }
  if (target?.task === "regression")
    all.push(tile(figure(target.mean), `mean ${word(target.name)}`, `sd ${figure(target.sd)}`));
  if (target !== undefined) {
    all.push(
      tile(
        String(tables.oneWay),
        tables.oneWay === 1 ? "attribute" : "attributes",
        plural(tables.twoWay, "pair"),
      ),
    );
  }
  return `<section class="tiles" aria-label="Summary">\n${all.join("\n")}\n</section>`;
}

function tile(value: string, name: string, note: string): string {
  return `<div class="tile"><b>${text(value)}</b><span>${text(name)}</span><small>${text(note)}</small></div>`;
}

function columnsSection({ columns }: Description): string {
  const cards = columns.slice(0, MOST_COLUMNS).map(columnCard);
  return section(
    "Columns",
    `<div class="cards columns">\n${cards.join("\n")}\n</div>`,
    columns.length - cards.length,
    "column",
  );
}

function targetSection({ target, attributes }: Description, top: number): string {
  if (target === undefined || attributes.length === 0) return "";
  const cards = attributes.slice(0, top).map((table) => oneWayCard(table, target));
  const head =
    "Each attribute by itself, most informative first. A bar shows the rows of one value or range, with their number at its end.";
  const body = `<p class="note">${head}</p>${legend(target)}<div class="cards">\n${cards.join("\n")}\n</div>`;
  return section(`Against ${word(target.name)}`, body, attributes.length - cards.length, "attribute");
}

function pairsSection({ pairs, target }: Description): string {
  if (pairs.length === 0) return "";
  const cards = pairs.map((table) => twoWayCard(table, target));
  return section("Pairs", `<div class="cards">\n${cards.join("\n")}\n</div>`, 0, "pair");
}

function section(title: string, body: string, more: number, what: string): string {
  const rest = more > 0 ? `<p class="hint">… and ${plural(more, `more ${what}`)}.</p>` : "";
  return `<section aria-label="${text(title)}">\n<h2>${text(title)}</h2>\n${body}${rest}\n</section>`;
}
