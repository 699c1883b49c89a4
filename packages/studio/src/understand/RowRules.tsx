import { amount, brief, percent, plural } from "../base/text.js";
import type { RowAnswer } from "../work/protocol.js";

const SUMS = { probability: "its probability", value: "the value", score: "its score" } as const;

/** The rules that carried the vote for a row: of a rule set, or of the trees of an ensemble. */
export function RowRules({ row }: { readonly row: RowAnswer }) {
  const { rules } = row;
  // One tree has no votes; the neighbours of knn are no paths.
  if (rules === undefined || (rules.sum !== undefined && rules.of === 1)) return null;
  const { sum } = rules;
  return (
    <div className="stack">
      <h3>{sum ? "Paths that carried the vote" : "Rules that match"}</h3>
      <p className="muted small-text" data-carrying>
        {sum
          ? `${sum === "value" ? `Of ${plural(rules.of, "tree")}` : `${rules.carrying} of ${plural(rules.of, "tree")} are for ${row.prediction}`}; figures are what a path adds to ${SUMS[sum]}.`
          : rules.matched[0]?.rule === undefined
            ? `None of ${plural(rules.of, "rule")} matches: the default answers.`
            : `${rules.matched.length + rules.more} of ${plural(rules.of, "rule")}.`}
      </p>
      <ol className="votes">
        {rules.matched.map(({ if: conditions, rule, then, support, confidence, weight, trees }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change its order
          <li key={i} data-vote>
            <span className="figure">
              {weight !== undefined
                ? sum === "probability"
                  ? `+${percent(weight, 1)}`
                  : `${weight < 0 ? "−" : "+"}${brief(Math.abs(weight))}`
                : rule === undefined
                  ? "default"
                  : `rule ${rule + 1}`}
            </span>
            <span>
              <bdi>
                {conditions.length === 0 ? (sum ? "always" : "otherwise") : signs(conditions.join(" and "))}
              </bdi>
              {then !== undefined && (
                <>
                  {" → "}
                  <b>
                    <bdi>{then}</bdi>
                  </b>
                </>
              )}
              <span className="muted">
                {trees !== undefined && trees > 1 && ` in ${plural(trees, "tree")}`}
                {support !== undefined && ` ${amount(support)} rows`}
                {confidence !== undefined && `, ${percent(confidence)}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {rules.more > 0 && <p className="muted small-text">and {amount(rules.more)} more</p>}
    </div>
  );
}

const signs = (text: string) => text.replaceAll(" <= ", " ≤ ").replaceAll(" != ", " ≠ ");
