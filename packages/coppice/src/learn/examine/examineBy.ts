import { CoppiceError } from "../../base/errors.js";
import type { TreeOptions } from "../treeOptions.js";
import { everyAttribute } from "./everyAttribute.js";
import type { Examine } from "./examination.js";
import { randomTests } from "./randomTests.js";
import { someAttributes } from "./someAttributes.js";

/** The examination that the options request, for a table with this many attributes. */
export function examineBy(options: TreeOptions, attributes: number): Examine {
  const { attributesPerNode, randomTests: tests } = options;
  if (tests === undefined) {
    const most = attributesAtNode(attributesPerNode, attributes);
    return most === undefined ? everyAttribute : someAttributes(most, attributes);
  }
  checkDraws(options);
  return randomTests(tests, attributes);
}

/** Attributes are drawn in one way. Kernels do not ask for the examination, so this is for whoever leaves a tree to them. */
export function checkDraws({
  attributesPerNode,
  randomTests: tests,
}: Pick<TreeOptions, "attributesPerNode" | "randomTests">): void {
  if (tests === undefined || attributesPerNode === "all") return;
  throw new CoppiceError(
    "OPTION_CONFLICT",
    "randomTests draws an attribute for each test and attributesPerNode draws them beforehand: give one of them",
    { name: "randomTests" },
  );
}

/** The number of attributes drawn at a node; undefined if all are examined. */
export function attributesAtNode(
  wanted: TreeOptions["attributesPerNode"],
  attributes: number,
): number | undefined {
  switch (wanted) {
    case "all":
      return undefined;
    case "sqrt":
      return Math.max(1, Math.floor(Math.sqrt(attributes)));
    case "third":
      return Math.max(1, Math.floor(attributes / 3));
    case "log2":
      return Math.max(1, 31 - Math.clz32(attributes));
    default:
      return wanted;
  }
}
