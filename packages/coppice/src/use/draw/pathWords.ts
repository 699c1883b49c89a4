import { conditionWords } from "./treeBoxes.js";
import type { TreeData } from "./treeData.js";

/** The conditions from the root down; of several bounds on one attribute only the last, which is the narrowest. */
export function pathWords(data: TreeData, node: number): string[] {
  const { nodes, attributes } = data;
  const path: number[] = [];
  for (let at = node; nodes[at].up !== undefined; at = nodes[at].up!) path.unshift(at);
  const bounds = new Map<number, Bounds>();
  // A number is a placeholder for the bounds of that attribute, at the position of the first of them.
  const words: (string | number)[] = [];
  for (const at of path) {
    const { e = "", j, up } = nodes[at];
    const attribute = nodes[up!].a!;
    const [, sign, bound] = (j === undefined && /^([≤>]) ([^,]*)$/.exec(e)) || [];
    if (sign === undefined) {
      words.push(conditionWords(data, at));
      continue;
    }
    if (!bounds.has(attribute)) words.push(attribute);
    bounds.set(attribute, { ...bounds.get(attribute), [sign]: bound });
  }
  return words.map((each) =>
    typeof each === "string" ? each : boundsText(attributes[each], bounds.get(each)!),
  );
}

interface Bounds {
  readonly ">"?: string;
  readonly "≤"?: string;
}

function boundsText(name: string, { ">": above, "≤": atMost }: Bounds): string {
  if (above === undefined) return `${name} ≤ ${atMost}`;
  return atMost === undefined ? `${name} > ${above}` : `${above} < ${name} ≤ ${atMost}`;
}
