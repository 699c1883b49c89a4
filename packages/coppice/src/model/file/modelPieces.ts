import type { Members } from "../ensemble.js";
import { isEnsemble, isTree, type Model } from "../model.js";
import { packedText } from "../packedJson.js";

/**
 * The text that `modelText` makes, in pieces: a forest may have more text than a string can have, and a process than it has memory
 * for.
 */
export function* modelPieces(model: Model): Generator<string> {
  if (isEnsemble(model)) {
    const { members, ...rest } = model;
    yield* objectText({ ...rest, members }, { members: () => membersText(members) });
  } else if (isTree(model)) yield* objectText(model, { nodes: () => arrayText(model.nodes) });
  else yield JSON.stringify(model);
  yield "\n";
}

function membersText(members: Members): Iterable<string> {
  return members.kind === "packed"
    ? objectText(members, { trees: () => packedText(members.trees) })
    : objectText(members, { models: () => arrayText(members.models, 1) });
}

/** As JSON.stringify writes it; `pieces` write the properties of these names. */
function* objectText(
  object: object,
  pieces: Readonly<Record<string, () => Iterable<string>>>,
): Generator<string> {
  let before = "{";
  for (const [name, value] of Object.entries(object)) {
    const own = Object.hasOwn(pieces, name) ? pieces[name] : undefined;
    const text = own ? "" : JSON.stringify(value);
    // What is undefined is not there.
    if (text === undefined) continue;
    yield `${before}${JSON.stringify(name)}:${text}`;
    if (own) yield* own();
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* arrayText(items: readonly unknown[], together = 1024): Generator<string> {
  yield "[";
  for (let at = 0; at < items.length; at += together) {
    if (at > 0) yield ",";
    yield JSON.stringify(items.slice(at, at + together)).slice(1, -1);
  }
  yield "]";
}
