import { useMemo, useState } from "react";
import { amount, brief, percent, plural, shown } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import { useAsked } from "../state/useAsked.js";
import type { RuleFacts } from "../work/requests/understand.js";

const SORTS = ["order", "support", "confidence", "trees"] as const;
type Sort = (typeof SORTS)[number];
const MOST = 500;

/** The rules of the model: sortable, searchable, with what they cover. */
export function RulesScreen() {
  const model = useStudioState((state) => state.model);
  const { answer: rules, fault } = useAsked("rules", model ? {} : undefined, model);
  const [query, setQuery] = useState("");
  const [sort, setSort] = useState<Sort>("order");
  const shownRules = useMemo(() => arranged(rules?.rules ?? [], query, sort), [rules, query, sort]);
  return (
    <main className="page">
      <div className="inner">
        <div className="row spread">
          <h1>Rules</h1>
          <input
            type="search"
            aria-label="Search rules"
            placeholder="Search rules"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
        {rules === undefined ? (
          <p className="muted">{model === undefined ? "No model yet." : (fault ?? "Reading the rules …")}</p>
        ) : (
          <>
            <p className="muted" data-rules>
              {query === ""
                ? `${plural(rules.of ?? rules.rules.length, "rule")}, ${plural(rules.conditions, "condition")}`
                : `${shownRules.length} of ${plural(rules.rules.length, "rule")}`}
              {model?.kind === "ensemble" &&
                `, most influential first${rules.of === undefined ? "" : `; the first ${rules.rules.length} are listed`}`}
            </p>
            <RuleTable {...{ sort, setSort }} rules={shownRules.slice(0, MOST)} />
            <Formulas lines={rules.formulas ?? []} />
          </>
        )}
      </div>
    </main>
  );
}

/** What the short names in the rules stand for. */
function Formulas({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="card stack" aria-label="Formulas">
      <h2>Formulas</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre className="formulas" tabIndex={0}>
        {lines.join("\n")}
      </pre>
    </section>
  );
}

interface Numbered {
  readonly at: number;
  readonly rule: RuleFacts;
}

function arranged(rules: readonly RuleFacts[], query: string, sort: Sort): Numbered[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = rules
    .map((rule, at) => ({ rule, at }))
    .filter(({ rule }) => {
      const text = `${rule.if.join(" ")} ${rule.then}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  if (sort === "support") found.sort((a, b) => b.rule.support - a.rule.support || a.at - b.at);
  if (sort === "confidence")
    found.sort((a, b) => (b.rule.confidence ?? 0) - (a.rule.confidence ?? 0) || a.at - b.at);
  if (sort === "trees") found.sort((a, b) => (b.rule.trees ?? 0) - (a.rule.trees ?? 0) || a.at - b.at);
  return found;
}

/** With the signs of print; the rules of the library are ASCII, to be read back. */
function conditionsText(conditions: readonly string[]): string {
  return conditions.join(" and ").replaceAll(" <= ", " ≤ ").replaceAll(" != ", " ≠ ");
}

interface TableProps {
  readonly rules: readonly Numbered[];
  readonly sort: Sort;
  readonly setSort: (sort: Sort) => void;
}

function RuleTable({ rules, sort, setSort }: TableProps) {
  const target = useStudioState((state) => state.model?.tree?.target ?? state.description?.target);
  const colourOf = (name: string | number) => target?.colours[target.classes.indexOf(String(name))];
  const hasTrees = rules.some(({ rule }) => rule.trees !== undefined);
  const isValue = rules.some(({ rule }) => rule.confidence === undefined);
  const Head = ({ name, title }: { readonly name: Sort; readonly title: string }) => (
    <th aria-sort={sort === name ? (name === "order" ? "ascending" : "descending") : "none"}>
      <button type="button" onClick={() => setSort(name)}>
        {title} {sort === name ? "▾" : ""}
      </button>
    </th>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-wrap rules" aria-label="Rules" tabIndex={0} style={{ maxHeight: "none" }}>
      <table>
        <thead>
          <tr>
            <Head name="order" title="#" />
            <th>If</th>
            <th>Then</th>
            <Head name="support" title="Rows" />
            <Head name="confidence" title={isValue ? "Error" : "Confidence"} />
            {hasTrees && <Head name="trees" title="Trees" />}
            {hasTrees && <th>Influence</th>}
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, at }) => (
            <tr key={at}>
              <td className="muted">{at + 1}</td>
              <td className="wrap">
                {rule.if.length === 0 ? (
                  <span className="muted">otherwise</span>
                ) : (
                  <bdi>{shown(conditionsText(rule.if), 600)}</bdi>
                )}
              </td>
              <td>
                <span className="answer">
                  {colourOf(rule.then) && (
                    <span className="swatch" style={{ background: colourOf(rule.then) }} />
                  )}
                  <bdi>{typeof rule.then === "number" ? brief(rule.then) : shown(rule.then, 60)}</bdi>
                  {rule.of !== undefined && (
                    <span className="muted">
                      {" for "}
                      <bdi>{shown(rule.of, 40)}</bdi>
                    </span>
                  )}
                </span>
              </td>
              <td className="number">
                {rule.support > 0 ? (
                  <>
                    {amount(rule.support)} <span className="muted">{percent(rule.coverage)}</span>
                  </>
                ) : (
                  // A boosted tree keeps no weights of rows.
                  <span className="muted">–</span>
                )}
              </td>
              <td className="number">
                {rule.support === 0
                  ? "–"
                  : rule.confidence === undefined
                    ? brief(rule.error ?? Number.NaN)
                    : percent(rule.confidence, 1)}
              </td>
              {hasTrees && <td className="number">{amount(rule.trees ?? 1)}</td>}
              {hasTrees && <td className="number">{brief(rule.carries ?? Number.NaN)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
