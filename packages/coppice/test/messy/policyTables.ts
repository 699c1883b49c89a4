import { random } from "../../src/base/random.js";

/** Tables as people bring them, each with one thing that spoils what is learned. As CSV. */

const csv = (header: string, rows: readonly string[]) => [header, ...rows, ""].join("\n");
const times = (count: number, row: (i: number) => string) => Array.from({ length: count }, (_, i) => row(i));

/** Loans: an id, a reference that is nearly one per row, weights, and 20 rows without an answer. */
export function loans(rows = 400): string {
  const chance = random(11);
  return csv(
    "id,reference,income,purpose,sampled,repaid",
    times(rows, (i) => {
      const income = 20 + chance.below(80);
      const isGood = chance.uniform() < (income > 50 ? 0.9 : 0.15);
      const answer = i % 20 === 7 ? "" : isGood ? "yes" : "no";
      const reference = `R-${chance.below(rows)}`;
      return `L${i},${reference},${income},${["car", "house", "school"][chance.below(3)]},${i % 9 === 0 ? 0 : 1 + chance.below(3)},${answer}`;
    }),
  );
}

/** Prices with a decimal comma and a word in front, read as text: no two alike. */
export function prices(rows = 300): string {
  const chance = random(3);
  return csv(
    "area;rooms;price",
    times(rows, (i) => {
      const area = 30 + chance.below(120);
      return `${area};${1 + chance.below(5)};about ${(area * 21 + i / 100).toFixed(2).replace(".", ",")}`;
    }),
  );
}

/** Churn: what the customer paid at the end is only known of those who left, and the closing code says it outright. */
export function churn(rows = 240): string {
  const chance = random(5);
  return csv(
    "months,calls,closing,refund,churned",
    times(rows, () => {
      const months = chance.below(60);
      const calls = chance.below(12);
      const isGone = chance.uniform() < (calls > 6 ? 0.7 : 0.2);
      const refund = isGone ? (chance.uniform() * 50).toFixed(2) : "";
      return `${months},${calls},${isGone ? "C9" : "A1"},${refund},${isGone ? "yes" : "no"}`;
    }),
  );
}

/** Transactions of which 6 in 600 are fraud, and one is `genunie`. */
export function frauds(rows = 600): string {
  const chance = random(7);
  return csv(
    "amount,hour,kind",
    times(rows, (i) => {
      const kind = i === 123 ? "genunie" : i % 100 === 50 ? "fraud" : "genuine";
      return `${(chance.uniform() * 900).toFixed(2)},${chance.below(24)},${kind}`;
    }),
  );
}

/** Measurements whose class is noise, each row four times: a model that has seen a row knows its copies. */
export function copies(rows = 100): string {
  const chance = random(13);
  const distinct = times(rows, () => {
    const cells = times(3, () => chance.uniform().toFixed(3)).join(",");
    return `${cells},${chance.below(2) === 0 ? "a" : "b"}`;
  });
  return csv("x,y,z,class", [...distinct, ...distinct, ...distinct, ...distinct]);
}
