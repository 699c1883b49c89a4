/** What changed between two manifests. */

/** The cases of `found` that differ from `wanted`, those that are new, and of `expected` cases those that are gone. */
export function compare(wanted, found, isComplete = true) {
  const changes = [];
  for (const [key, now] of found) {
    const before = wanted.get(key);
    if (before === undefined) changes.push({ key, kind: "new", now });
    else if (before !== now) changes.push({ key, kind: kindOf(before, now), before, now });
  }
  if (isComplete)
    for (const [key, before] of wanted) if (!found.has(key)) changes.push({ key, kind: "missing", before });
  return changes;
}

const HASH = /^[0-9a-f]{16}$/;

/** The first column is what came out; what stands beside it is how. */
function kindOf(before, now) {
  const [wasFirst] = before.split("\t");
  const [isFirst] = now.split("\t");
  if (wasFirst === isFirst) return "way";
  return HASH.test(wasFirst) && HASH.test(isFirst) ? "changed" : "refusal";
}

const WORDS = {
  changed: "has another result",
  refusal: "answers differently",
  way: "has the same result by another way",
  new: "is not recorded",
  missing: "is recorded, but there is no such case any more",
};

/** A line or three for each change. */
export function changeText({ key, kind, before, now }) {
  const lines = [`${key}: ${WORDS[kind]}`];
  if (kind === "way") lines.push(...wayText(before, now));
  else if (kind !== "new" && kind !== "missing") lines.push(`  recorded ${before}`, `  now      ${now}`);
  return lines.join("\n");
}

function wayText(before, now) {
  const [was, is] = [before, now].map(
    (line) =>
      new Set(
        line
          .split("\t")
          .slice(1)
          .join(" ")
          .split(/[() ]+/),
      ),
  );
  const gone = [...was].filter((name) => !is.has(name));
  const come = [...is].filter((name) => !was.has(name));
  return [
    `  ${gone.map((name) => `-${name}`).join(" ")} ${come.map((name) => `+${name}`).join(" ")}`.trimEnd(),
  ];
}

/** How many of each kind, in words. */
export function summaryText(changes) {
  const counts = new Map();
  for (const { kind } of changes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => `${count} ${kind}`).join(", ");
}
