import { useState } from "react";
import { shown } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { Icon } from "../ui/Icons.js";
import type { ModelFacts, TreeView } from "../work/protocol.js";
import { constrain } from "./editNode.js";

interface Props {
  readonly tree: TreeView;
  readonly node: number;
}

interface InForce {
  readonly kind: "forbid" | "prefer";
  readonly attribute: string;
  readonly node: number;
}

/** What holds at a node: its own constraints and those above it. */
function inForce({ constraints }: Pick<ModelFacts, "constraints">, tree: TreeView, node: number): InForce[] {
  const found: InForce[] = [];
  for (let at = node; at >= 0; at = tree.parent[at]) {
    const own = constraints.find((each) => each.node === at);
    for (const attribute of own?.forbidden ?? []) found.push({ kind: "forbid", attribute, node: at });
    for (const attribute of own?.preferred ?? []) found.push({ kind: "prefer", attribute, node: at });
  }
  return found;
}

/** Attributes that tests here and below may not use, or take first. */
export function Constraints({ tree, node }: Props) {
  const studio = useStudio();
  const model = useStudioState((state) => state.model);
  const [chosen, setChosen] = useState("");
  if (model === undefined) return null;
  const found = inForce(model, tree, node);
  const free = tree.names.filter((name) => !found.some(({ attribute }) => attribute === name));
  const attribute = free.includes(chosen) ? chosen : (free[0] ?? "");
  const title = (name: string) => tree.attributes[tree.names.indexOf(name)] ?? shown(name, 60);
  return (
    <section aria-label="Attributes here and below">
      <h3>Attributes here and below</h3>
      {found.length > 0 && (
        <ul className="constraints">
          {found.map((each) => (
            <li key={`${each.kind} ${each.attribute} ${each.node}`} data-constraint={each.attribute}>
              <span>
                <b>
                  <bdi>{title(each.attribute)}</bdi>
                </b>{" "}
                {each.kind === "forbid" ? "forbidden" : "preferred"}
              </span>
              {each.node === node ? (
                <button
                  type="button"
                  className="quiet icon small"
                  aria-label={`Lift: ${title(each.attribute)} ${each.kind === "forbid" ? "forbidden" : "preferred"}`}
                  onClick={() => void constrain(studio, each.kind, each.attribute, true)}
                >
                  <Icon name="close" size={14} />
                </button>
              ) : (
                <button type="button" className="link" onClick={() => studio.select(each.node)}>
                  above
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {free.length > 0 && (
        <div className="constrain">
          <select
            data-constrain
            aria-label="Attribute to forbid or prefer here and below"
            value={attribute}
            onChange={(event) => setChosen(event.target.value)}
          >
            {free.map((name) => (
              <option key={name} value={name}>
                {title(name)}
              </option>
            ))}
          </select>
          <button type="button" className="small" onClick={() => void constrain(studio, "forbid", attribute)}>
            Forbid
          </button>
          <button type="button" className="small" onClick={() => void constrain(studio, "prefer", attribute)}>
            Prefer
          </button>
        </div>
      )}
    </section>
  );
}
