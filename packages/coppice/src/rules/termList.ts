import type { Answer } from "../model/answer.js";
import type { Formula, FormulaTerm } from "../model/formula.js";
import type { TreeModel } from "../model/tree.js";
import { number, textOf, word } from "../model/words.js";
import { signedTerms } from "./formulaText.js";

type Described = Pick<TreeModel, "attributes" | "derived">;

/** Formulas that add up rules, term by term; undefined if they add up none. Of two classes the first is the baseline. */
export function termList(
  answer: Answer,
  model: Described & Pick<TreeModel, "target">,
  name: string,
): string[] | undefined {
  const formulas = answer.kind === "linear" ? [answer.formula] : answer.formulas;
  const isRule = ({ attribute }: FormulaTerm) => ruleOf(attribute, model) !== undefined;
  if (!formulas.some(({ terms }) => terms.some(isRule))) return undefined;
  const { levels } = model.target;
  const list = (formula: Formula) => termLines(formula, model).map((line) => `  ${line}`);
  if (levels === undefined) return [`${name}, the sum of`, ...list(formulas[0])];
  if (formulas.length === 2)
    return [`${name}: ${word(levels[1])} where the sum is above 0`, ...list(formulas[1])];
  const each = formulas.flatMap((formula, k) => [`${word(levels[k])}:`, ...list(formula)]);
  return [`${name}: the class with the greatest sum`, ...each];
}

/** A line for each term, with its coefficient first: `+0.614  plas > 127 AND mass > 29.9`. */
function termLines({ intercept, terms }: Formula, model: Described): string[] {
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
