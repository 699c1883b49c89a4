import { CoppiceError } from "../../../base/errors.js";
import { didYouMean } from "../../../base/nearest.js";
import type { LearningTask } from "../../../engine/task.js";
import type { ColumnSchema } from "../../../table/schema.js";
import { type Loss, type LossName, lossOf } from "./loss.js";
import type { BoostOptions } from "./options.js";

/** The loss that the options and the target, in this unit, ask for. */
export function resolveLoss({ target }: LearningTask, options: BoostOptions, unit: number): Loss {
  const classes = target.kind === "classes" ? target.column.levels.length : 0;
  const name =
    typeof options.loss === "object" || options.loss === "auto" ? usualLoss(classes) : options.loss;
  const forClasses = name === "logistic" || name === "softmax";
  if (forClasses !== classes > 0) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `loss=${name} is for ${forClasses ? "classes" : "numbers"}, but the target ${JSON.stringify(target.column.name)} is ${target.column.type}`,
      { name: "loss", value: name },
    );
  }
  if (name === "logistic" && classes > 2) {
    throw new CoppiceError("OPTION_CONFLICT", `loss=logistic is for two classes; the target has ${classes}`, {
      name: "loss",
      rule: "softmax for more than two classes",
      value: name,
    });
  }
  return lossOf(classes === 1 ? "softmax" : name, classes, options.quantile, options.huberDelta / unit);
}

function usualLoss(classes: number): LossName {
  return classes === 0 ? "squared" : classes <= 2 ? "logistic" : "softmax";
}

/** 1, -1 or 0 for each attribute. */
export function directionsOf(
  attributes: readonly ColumnSchema[],
  monotone: BoostOptions["monotone"],
  loss: Loss,
): Int8Array {
  const directions = new Int8Array(attributes.length);
  if (monotone === undefined) return directions;
  const names = attributes.map(({ name }) => name);
  for (const [name, direction] of Object.entries(monotone)) {
    const a = names.indexOf(name);
    if (a < 0) {
      throw new CoppiceError(
        "COLUMN_UNKNOWN",
        `monotone names ${JSON.stringify(name)}, which is no attribute${didYouMean(name, names)}`,
        { name },
      );
    }
    if (attributes[a].type === "nominal") {
      throw new CoppiceError(
        "COLUMN_TYPE",
        `monotone names ${JSON.stringify(name)}, which is nominal: its levels have no order`,
        { name, rule: "numeric or ordered" },
      );
    }
    directions[a] = direction;
  }
  const reason =
    loss.name === "softmax"
      ? "has a score for each class"
      : loss.refit !== undefined
        ? "gives leaves values of their own afterwards"
        : undefined;
  if (reason !== undefined && Object.keys(monotone).length > 0) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `monotone cannot be kept with loss=${loss.name}, which ${reason}`,
      {
        name: "monotone",
      },
    );
  }
  return directions;
}
