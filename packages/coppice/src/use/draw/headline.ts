import { percent, word } from "../../model/words.js";
import { type Estimate, type Figures, methodText } from "../evaluate/estimate.js";
import type { Interval } from "../evaluate/intervals.js";
import { escapeXml as text } from "./escape.js";
import { valueText } from "./label.js";
import { figure, type ReportFacts, share } from "./reportParts.js";

/** The estimate with its interval, next to the baseline and the (optimistic) training figure. */
export function headline({ estimate, train }: Pick<ReportFacts, "estimate" | "train">): string {
  const measured = estimate && measureOf(estimate.figures);
  if (measured === undefined) return train === undefined ? "" : onlyTraining(train);
  const { name, value, print } = measured;
  const { interval, confidence } = estimate!;
  const sure = interval
    ? ` · ${percent(confidence)} CI ${print(interval.low)} to ${print(interval.high)}`
    : "";
  return `<section class="headline" aria-label="Estimated ${name}">
<div class="score">
<h2>${text(capital(name))} on new rows</h2>
<p class="big">${print(value)}</p>
<p class="how">${text(capital(methodText(estimate!)))}${sure}</p>
</div>
<div class="facts">
${gauge(estimate!, value, print)}
<dl>
${facts(estimate!, train).join("\n")}
</dl>
</div>
</section>`;
}

interface Measured {
  readonly name: string;
  readonly value: number;
  readonly print: (x: number) => string;
}

function measureOf({ accuracy, rmse }: Figures): Measured | undefined {
  if (accuracy !== undefined) return { name: "accuracy", value: accuracy, print: share };
  if (rmse !== undefined) return { name: "root mean squared error", value: rmse, print: figure };
  return undefined;
}

function facts({ baseline, figures }: Estimate, train: Figures | undefined): string[] {
  const [reached, what] =
    baseline.kind === "classification"
      ? [share(baseline.accuracy), `baseline accuracy (majority class, ${word(baseline.class)})`]
      : [figure(baseline.rmse), `baseline RMSE (always the mean, ${valueText(baseline.mean)})`];
  const own = train && measureOf(train);
  return [
    fact("baseline", reached, what),
    ...(own ? [fact("training", own.print(own.value), `training ${own.name} (optimistic)`)] : []),
    ...(figures.r2 === undefined ? [] : [fact("", figure(figures.r2), "R²: 0 is the mean, 1 is perfect")]),
    ...(figures.mae === undefined ? [] : [fact("", figure(figures.mae), "mean absolute error")]),
    ...(figures.logLoss === undefined ? [] : [fact("", figure(figures.logLoss), "log loss")]),
  ];
}

function fact(kind: string, value: string, name: string): string {
  return `<div class="${kind}"><dt>${text(name)}</dt><dd>${text(value)}</dd></div>`;
}

/** The figure and its interval on a line from 0, with the baseline. */
function gauge({ interval, baseline }: Estimate, value: number, print: (x: number) => string): string {
  const base = baseline.kind === "classification" ? baseline.accuracy : baseline.rmse;
  const most =
    baseline.kind === "classification"
      ? 1
      : 1.1 * Math.max(base, value, interval?.high ?? 0, Number.MIN_VALUE);
  const at = (x: number) => `${(Math.min(1, Math.max(0, x / most)) * 100).toFixed(2)}%`;
  const band = ({ low, high }: Interval) =>
    `<i class="band" style="left:${at(low)};width:${(((Math.min(high, most) - low) / most) * 100).toFixed(2)}%"></i>`;
  const label = `${print(value)}, baseline ${print(base)}, on a scale from 0 to ${print(most)}`;
  return `<div class="gauge" role="img" aria-label="${text(label)}"><i class="base" style="left:${at(base)}"></i>${interval ? band(interval) : ""}<i class="dot" style="left:${at(value)}"></i></div>
<p class="ends"><span>0</span><span>${baseline.kind === "classification" ? "100%" : figure(most)}</span></p>`;
}

/** There is no estimate for new rows; the training figure must not be mistaken for one. */
function onlyTraining(train: Figures): string {
  const own = measureOf(train);
  if (own === undefined) return "";
  return `<section class="headline none" aria-label="Training ${own.name}">
<div class="score">
<h2>Training ${own.name}</h2>
<p class="big">${own.print(own.value)}</p>
<p class="how">On the training rows, which is optimistic. Performance on new rows was not measured:
<code>coppice evaluate</code> does.</p>
</div>
</section>`;
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
