import { plural, shown } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { Legend } from "../ui/Legend.js";
import { ColumnList } from "./ColumnList.js";
import { DropZone } from "./DropZone.js";
import { Pairs } from "./Pairs.js";
import { Samples } from "./Samples.js";
import { Warnings } from "./Warnings.js";
import { Welcome } from "./Welcome.js";

export function DataScreen() {
  const studio = useStudio();
  const source = useStudioState((state) => state.source);
  const table = useStudioState((state) => state.table);
  const description = useStudioState((state) => state.description);
  const recipe = useStudioState((state) => state.recipe);
  if (source === undefined || source.isWelcome || table === undefined) return <Welcome />;
  return (
    <main className="page">
      <div className="inner">
        <div className="row spread">
          <div>
            <h1>
              <bdi>{shown(table.name, 80)}</bdi>
            </h1>
            <p className="muted">
              {plural(table.rows, "row")}, {plural(table.columns.length, "column")}
            </p>
          </div>
          <div className="row">
            <label htmlFor="target">Predict</label>
            <select
              id="target"
              value={recipe?.target}
              onChange={(event) => void studio.choose({ target: event.target.value })}
            >
              {table.columns.map(({ name }) => (
                <option key={name} value={name}>
                  {shown(name, 60)}
                </option>
              ))}
            </select>
            <button type="button" className="primary" onClick={() => void growAndSee()}>
              Grow a tree
            </button>
          </div>
        </div>
        {description?.target && <Legend target={description.target} />}
        {description?.fault && (
          <div className="card fault" role="alert">
            <p>{description.fault.message}</p>
          </div>
        )}
        {description && <Warnings warnings={description.warnings} />}
        {description && recipe && <ColumnList {...{ description, recipe }} />}
        {description && recipe && table.columns.length > 1 && <Pairs {...{ description, recipe }} />}
        <details>
          <summary>Open another table</summary>
          <div className="stack">
            <DropZone />
            <Samples />
            <div>
              <button type="button" className="quiet" onClick={() => void studio.close()}>
                Close this table and forget it
              </button>
            </div>
          </div>
        </details>
      </div>
    </main>
  );

  async function growAndSee(): Promise<void> {
    studio.go("tree");
    await studio.grow();
  }
}
