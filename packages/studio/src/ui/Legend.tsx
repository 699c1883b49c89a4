import type { TargetFacts } from "../work/protocol.js";

/** The classes with their colours. */
export function Legend({ target }: { readonly target: TargetFacts }) {
  return (
    <ul className="legend" aria-label={`Classes of ${target.name}`}>
      {target.groupNames.map((name, i) => (
        <li key={name}>
          <span className="swatch" style={{ background: target.groupColours[i] }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
