import { z } from "zod";
import { fault, isJson, type Json } from "./checks.js";
import { type Combination, type EnsembleModel, type Members, memberCount } from "./ensemble.js";
import { writable } from "./modelJson.js";
import { packedFromJson } from "./packedJson.js";
import { amount, checkColumns, checkHead, headFields } from "./parseHead.js";
import { parseTree } from "./parseTree.js";
import type { TreeModel } from "./tree.js";

/** An ensemble from JSON, checked; the text of packed trees becomes columns again. */
export function parseEnsemble(json: Json): EnsembleModel {
  checkHead(json, head);
  const given = json as unknown as EnsembleModel;
  checkColumns(given);
  const model = { ...given, members: writable(parseMembers(json.members, given)) };
  checkCombination(model);
  checkReport(model);
  return model;
}

const finite = z.number("a finite number");
const perMember = z.array(amount, "a list of numbers");
const combination = z.discriminatedUnion(
  "kind",
  [
    z.looseObject({ kind: z.literal("mean") }),
    z.looseObject({ kind: z.literal("vote"), weights: perMember.optional() }),
    z.looseObject({
      kind: z.literal("sum"),
      base: z.array(finite, "a list of numbers"),
      outputs: z.int("a whole number of at least 1").min(1, "a whole number of at least 1"),
      link: z.enum(["identity", "logistic", "softmax", "exp"], "identity, logistic, softmax or exp"),
    }),
  ],
  "an object of kind mean, vote or sum",
);

const curve = z.looseObject(
  {
    on: z.enum(["oob", "validation", "train"], "oob, validation or train"),
    measure: z.enum(["error", "squaredError", "loss"], "error, squaredError or loss"),
    values: z.array(finite.nullable(), "a list of numbers"),
  },
  "an object with on, measure and values",
);

const head = z.looseObject({
  ...headFields,
  combine: combination,
  members: z.looseObject(
    { kind: z.enum(["packed", "models"], "packed or models") },
    "an object of kind packed or models",
  ),
  report: z
    .looseObject(
      {
        curves: z.array(curve, "a list of curves").optional(),
        importance: z
          .looseObject(
            {
              kind: z.enum(
                ["impurity", "corrected", "permutation", "gain"],
                "impurity, corrected, permutation or gain",
              ),
              values: z.array(finite, "a list of numbers"),
              spread: z.array(amount, "a list of numbers").optional(),
            },
            "an object with kind and values",
          )
          .optional(),
      },
      "an object with curves or importance",
    )
    .optional(),
});

/** What members are read against. */
type Head = Pick<EnsembleModel, "task" | "target" | "attributes">;

export function parseMembers(members: unknown, model: Head): Members {
  if (!isJson(members)) throw fault("members", "an object of kind packed or models", members);
  if (members.kind === "packed") {
    return { kind: "packed", trees: packedFromJson(members.trees, model.attributes) };
  }
  const { models } = members;
  if (!Array.isArray(models) || models.length === 0) {
    throw fault("members.models", "a list of at least one model", models);
  }
  return { kind: "models", models: models.map((one, i) => memberOf(one, `members.models[${i}]`, model)) };
}

/** A member must answer the ensemble's question; it may know more attributes, which its own preparation adds. */
function memberOf(json: unknown, path: string, { task, target }: Head): TreeModel {
  if (!isJson(json) || json.format !== "coppice-tree" || json.version !== 1) {
    throw fault(path, "a model of one tree, of version 1", json);
  }
  const tree = parseTree(json);
  if (tree.task !== task) throw fault(`${path}.task`, task, tree.task);
  const levels = tree.target.levels ?? [];
  const wanted = target.levels ?? [];
  if (levels.length !== wanted.length || wanted.some((level, code) => level !== levels[code])) {
    throw fault(`${path}.target.levels`, "the classes of the ensemble", levels);
  }
  return tree;
}

function checkCombination(model: EnsembleModel): void {
  const { combine, members, task, target } = model;
  const count = memberCount(model);
  const classes = target.levels?.length ?? 0;
  const width = widthWanted(combine, task, classes);
  if (members.kind === "packed" && members.trees.width !== width) {
    throw fault("members.trees.width", String(width), members.trees.width);
  }
  if (count === 0) throw fault("members.trees.starts", "the starts of at least one tree", 0);
  if (combine.kind === "vote") checkVotes(combine, count, task);
  if (combine.kind === "sum") checkSum(combine, count, task, classes, members.kind);
}

function widthWanted(combine: Combination, task: string, classes: number): number {
  return combine.kind === "sum" || task === "regression" ? 1 : classes;
}

function checkVotes({ weights }: Extract<Combination, { kind: "vote" }>, count: number, task: string): void {
  if (task === "regression") throw fault("combine.kind", "mean or sum for regression", "vote");
  if (weights === undefined) return;
  if (weights.length !== count)
    throw fault("combine.weights", `${count} numbers, one for each member`, weights.length);
  if (!weights.some((weight) => weight > 0)) {
    throw fault("combine.weights", "numbers that are not all zero", weights);
  }
}

function checkSum(
  { base, outputs, link }: Extract<Combination, { kind: "sum" }>,
  count: number,
  task: string,
  classes: number,
  kind: Members["kind"],
): void {
  if (kind !== "packed") throw fault("members.kind", "packed where scores add up", kind);
  if (base.length !== outputs) throw fault("combine.base", `${outputs} numbers`, base.length);
  if (count % outputs !== 0) throw fault("combine.outputs", `a divisor of the ${count} trees`, outputs);
  const classLink = link === "logistic" || link === "softmax";
  if (classLink !== (task === "classification")) throw fault("combine.link", `one for ${task}`, link);
  const wanted = link === "softmax" ? classes : 1;
  if (outputs !== wanted) throw fault("combine.outputs", String(wanted), outputs);
  if (link === "logistic" && classes !== 2)
    throw fault("combine.link", "softmax for other than two classes", link);
}

function checkReport({ report, attributes }: EnsembleModel): void {
  const { values, spread } = report?.importance ?? {};
  const rule = `${attributes.length} numbers, one for each attribute`;
  if (values && values.length !== attributes.length) {
    throw fault("report.importance.values", rule, values.length);
  }
  if (spread && spread.length !== attributes.length) {
    throw fault("report.importance.spread", rule, spread.length);
  }
}
