import type { Formula, FormulaTerm } from "../../model/formula.js";
import type { TreeModel } from "../../model/tree.js";
import { number, textOf } from "../../model/words.js";
import { signedTerms } from "../../rules/formulaText.js";

type Described = Pick<TreeModel, "attributes" | "derived">;

/** Whether a formula adds up rules: it is then read term by term. */
export function readsRules({ terms }: Formula, model: Described): boolean {
  return terms.some(({ attribute }) => ruleOf(attribute, model) !== undefined);
}

/** A line for each term, with its coefficient first: `+0.614  plas > 127 AND mass > 29.9`. */
export function termLines({ intercept, terms }: Formula, model: Described): string[] {
  const figures = [intercept, ...terms.map(({ coefficient }) => coefficient)].map(signed);
  const width = Math.max(...figures.map((figure) => figure.length));
  const subjects = ["", ...terms.map((term) => `  ${subject(term, model)}`)];
  return figures.map((figure, i) => `${figure.padStart(width)}${subjects[i]}`);
}

const signed = (x: number) => `${x < 0 ? "-" : "+"}${number(Math.abs(Number(x.toPrecision(4))))}`;

function subject(term: FormulaTerm, model: Described): string {
  const all = ruleOf(term.attribute, model);
  if (all) return all.map((condition) => textOf(condition, model.attributes)).join(" AND ");
  const [text] = signedTerms([{ ...term, coefficient: 1 }], model.attributes, () => "");
  return text.replace(/^\+ +/, "");
}

function ruleOf(attribute: number, { derived = [] }: Described) {
  const step = derived.find((one) => one.attribute === attribute);
  return step?.kind === "combination" ? step.all : undefined;
}
