import type { TreeView } from "../work/protocol.js";

/** A query: words that must all occur, and comparisons such as `n<20`, `depth=3`, `leaves`, `splits`. */
export function findNodes(tree: TreeView, query: string): number[] {
  const parts = query
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  if (parts.length === 0) return [];
  const tests = parts.map((part) => testOf(tree, part));
  const found: number[] = [];
  for (let i = 0; i < tree.size; i++) if (tests.every((test) => test(i))) found.push(i);
  return found;
}

type NodeTest = (node: number) => boolean;

const FIGURE = /^(n|rows|depth|purity)(<=|>=|<|>|=)(\d+(?:\.\d+)?)(%?)$/;

function testOf(tree: TreeView, part: string): NodeTest {
  if (part === "leaves" || part === "leaf") return (node) => tree.attribute[node] < 0;
  if (part === "splits" || part === "split") return (node) => tree.attribute[node] >= 0;
  const figure = FIGURE.exec(part);
  if (figure !== null) return figureTest(tree, figure);
  return (node) => textOf(tree, node).includes(part);
}

function figureTest(tree: TreeView, [, name, sign, digits, unit]: RegExpExecArray): NodeTest {
  const bound = unit === "%" ? Number(digits) / 100 : Number(digits);
  const figures = name === "depth" ? tree.depth : name === "purity" ? tree.figure : tree.weight;
  const share = unit === "%" && name !== "purity" ? tree.weight[0] : 1;
  switch (sign) {
    case "<":
      return (node) => figures[node] / share < bound;
    case "<=":
      return (node) => figures[node] / share <= bound;
    case ">":
      return (node) => figures[node] / share > bound;
    case ">=":
      return (node) => figures[node] / share >= bound;
    default:
      return (node) => figures[node] / share === bound;
  }
}

/** What a node says: the test on the way to it, its own attribute, or its answer. */
function textOf(tree: TreeView, node: number): string {
  const attribute = tree.attribute[node];
  const own = attribute >= 0 ? tree.attributes[attribute] : answerText(tree, node);
  return `${tree.words[node]} ${own}`.toLowerCase();
}

export function answerText(tree: TreeView, node: number): string {
  if (tree.task === "classification") return tree.target.classes[tree.answer[node]] ?? "";
  return String(Number(tree.answer[node].toPrecision(4)));
}
