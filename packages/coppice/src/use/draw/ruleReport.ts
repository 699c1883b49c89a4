import { type RuleModel, ruleSize } from "../../model/ruleSet.js";
import { word } from "../../model/words.js";
import { escapeXml as text } from "./escape.js";
import { page, pair } from "./pageHead.js";
import { coloursFor } from "./palette.js";
import { type Figures, figureTiles, optionsTable, tile, warningList } from "./reportParts.js";
import { rulesTable } from "./rulesTable.js";

export interface RuleReportInput {
  readonly model: RuleModel;
  /** Measured on the rows it was learned from. */
  readonly train?: Figures;
  readonly warnings?: readonly { readonly message: string }[];
  /** Of the table; unless given, as many as the model was learned from. */
  readonly rows?: number;
  /** Attributes of the table; unless given, those of the model. */
  readonly columns?: number;
}

/** One page that shows a set of rules to people. It loads nothing and runs nothing. */
export function drawRuleReport(input: RuleReportInput): string {
  const { model } = input;
  const order =
    model.order === "first" ? "The first rule that holds answers." : "All rules that hold answer together.";
  return page({
    title: "rules",
    kind: `Rules · ${word(model.learner)} · ${model.task}`,
    heading: word(model.target.name),
    body: [
      warningList(input.warnings),
      tiles(input),
      rulesTable(model, coloursOf(model), order),
      pair(attributesTable(model), optionsTable(model)),
    ],
  });
}

function tiles({
  model,
  train,
  rows = model.training.rows,
  columns = model.attributes.length,
}: RuleReportInput) {
  const { rules, conditions } = ruleSize(model);
  const all = [
    ...(train ? figureTiles(train, "on the training rows") : []),
    tile(String(rules), rules === 1 ? "rule" : "rules", `${conditions} conditions, and a default`),
    tile(String(rows), rows === 1 ? "row" : "rows", ""),
    tile(String(columns), columns === 1 ? "attribute" : "attributes", `${usesOf(model).length} used`),
  ];
  return `<section class="tiles" aria-label="Summary">\n${all.join("\n")}\n</section>`;
}

function coloursOf({ rules, otherwise, target }: RuleModel): readonly string[] {
  const weights = new Array<number>(target.levels?.length ?? 0).fill(0);
  for (const facts of [...rules.map(({ then }) => then), otherwise]) {
    if ("counts" in facts)
      facts.counts.forEach((count, k) => {
        weights[k] += count;
      });
  }
  return coloursFor(weights);
}

/** The attributes that some condition asks for, the most asked first. */
function usesOf({ rules }: RuleModel): { attribute: number; conditions: number }[] {
  const uses = new Map<number, number>();
  for (const { attribute } of rules.flatMap((rule) => rule.if)) {
    uses.set(attribute, (uses.get(attribute) ?? 0) + 1);
  }
  return [...uses]
    .map(([attribute, conditions]) => ({ attribute, conditions }))
    .sort((a, b) => b.conditions - a.conditions || a.attribute - b.attribute);
}

function attributesTable(model: RuleModel): string {
  const uses = usesOf(model);
  const most = uses[0]?.conditions ?? 1;
  const rows = uses.map(({ attribute, conditions }) => {
    const { name, type } = model.attributes[attribute];
    const width = Math.round((conditions / most) * 100);
    return `<tr><td>${text(word(name))}<small>${type}</small></td><td class="n">${conditions}</td><td class="meter"><i style="width:${width}%"></i></td></tr>`;
  });
  const none = '<tr><td colspan="3">none: there is only the default</td></tr>';
  return `<section aria-label="Attributes used">
<h2>Attributes used</h2>
<table>
<thead><tr><th>attribute</th><th class="n">conditions</th><th></th></tr></thead>
<tbody>
${rows.join("\n") || none}
</tbody>
</table>
</section>`;
}
