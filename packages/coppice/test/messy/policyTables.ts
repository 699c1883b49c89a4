import { random } from "../../src/base/random.js";

/* Realistic tables, each with one problem that spoils the model. As CSV. */

const csv = (header: string, rows: number, row: (i: number) => string) =>
  [header, ...Array.from({ length: rows }, (_, i) => row(i)), ""].join("\n");

/** Loans: an id, a reference that is nearly one per row, weights, and 20 rows without a target. */
export function loans(): string {
  const rng = random(11);
  return csv("id,reference,income,purpose,sampled,repaid", 400, (i) => {
    const income = 20 + rng.below(80);
    const isGood = rng.uniform() < (income > 50 ? 0.9 : 0.15);
    const answer = i % 20 === 7 ? "" : isGood ? "yes" : "no";
    const reference = `R-${rng.below(400)}`;
    return `L${i},${reference},${income},${["car", "house", "school"][rng.below(3)]},${i % 9 === 0 ? 0 : 1 + rng.below(3)},${answer}`;
  });
}

/** Prices with a decimal comma and a word in front, read as text: all distinct. */
export function prices(): string {
  const rng = random(3);
  return csv("area;rooms;price", 300, (i) => {
    const area = 30 + rng.below(120);
    return `${area};${1 + rng.below(5)};about ${(area * 21 + i / 100).toFixed(2).replace(".", ",")}`;
  });
}

/** Churn: the refund is only known for customers who left, and the closing code determines the target. */
export function churn(): string {
  const rng = random(5);
  return csv("months,calls,closing,refund,churned", 240, () => {
    const [months, calls] = [rng.below(60), rng.below(12)];
    const isGone = rng.uniform() < (calls > 6 ? 0.7 : 0.2);
    const refund = isGone ? (rng.uniform() * 50).toFixed(2) : "";
    return `${months},${calls},${isGone ? "C9" : "A1"},${refund},${isGone ? "yes" : "no"}`;
  });
}

/** Transactions: 6 of 600 are fraud, and one is misspelt `genunie`. */
export function frauds(): string {
  const rng = random(7);
  return csv("amount,hour,kind", 600, (i) => {
    const kind = i === 123 ? "genunie" : i % 100 === 50 ? "fraud" : "genuine";
    return `${(rng.uniform() * 900).toFixed(2)},${rng.below(24)},${kind}`;
  });
}

/** Measurements whose class is noise, each row four times: a model trained on a row predicts its copies. */
export function copies(): string {
  const rng = random(13);
  const distinct = Array.from({ length: 100 }, () => {
    const cells = Array.from({ length: 3 }, () => rng.uniform().toFixed(3)).join();
    return `${cells},${rng.below(2) === 0 ? "a" : "b"}`;
  });
  return csv("x,y,z,class", 400, (i) => distinct[i % 100]);
}
