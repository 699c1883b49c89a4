import { percent } from "../base/text.js";
import { useStudioState } from "../state/context.js";

const MOST = 12;

/** The attributes by their importance in the model. */
export function Fields() {
  const importance = useStudioState((state) => state.model?.importance);
  if (importance === undefined || importance.length === 0) return null;
  return (
    <section aria-label="Importance">
      <h3>Importance</h3>
      <dl className="shares" data-importance>
        {importance.slice(0, MOST).map(({ attribute, value }) => (
          <div key={attribute} style={{ display: "contents" }}>
            <dt>
              <bdi>{attribute}</bdi>
            </dt>
            <dd className="bar-part" aria-hidden="true">
              <span style={{ width: `${value * 100}%`, background: "var(--accent)" }} />
            </dd>
            <dd className="figure">{percent(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
