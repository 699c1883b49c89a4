// Push-down in DuckDB: coding, one level of 32 nodes beside the best form by hand, and a whole tree. See bench/README.md.
import { tableOf } from "./disk.mjs";

const RULES = { bins: 255, sample: 65_536 };
const ATTRIBUTES = 28;
const LEVELS = 5;

const packages = async () => {
  const [sql, engine] = await Promise.all([
    import("../packages/sql/dist/index.js"),
    import("../packages/coppice/dist/targets/engine.js"),
  ]);
  return { ...sql, ...engine };
};

/** Wall and processor seconds of some work. */
async function timed(work) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

/** The least of several readings. */
function least(readings) {
  const of = (name) => Math.min(...readings.map((reading) => reading[name]));
  return { wall: of("wall"), cpu: of("cpu") };
}

function show(name, { wall, cpu }) {
  console.log(`${name.padEnd(44)} ${wall.toFixed(2)} s, processor ${cpu.toFixed(2)} s`);
}

/** Divides all rows into 32 nodes at the middle bins of five attributes; returns the nodes' numbers. */
async function grown(engine) {
  let nodes = [0];
  let next = 1;
  for (let attribute = 0; attribute < LEVELS; attribute++) {
    const divisions = nodes.map((node) => ({
      node,
      test: { kind: "threshold", attribute, threshold: 127 },
      missing: { kind: "branch", to: 0 },
      branches: [next++, next++],
    }));
    await engine.answer({ ask: "divide", statistic: "classes", divisions });
    nodes = divisions.flatMap(({ branches }) => branches);
  }
  return nodes;
}

/**
 * By hand: one GROUP BY per attribute over a table of bytes that has the node as a column. Any codes will do, so that the table is
 * made by arithmetic.
 */
async function handMade(connection, relation) {
  const codes = Array.from(
    { length: ATTRIBUTES },
    (_, i) => `CAST(greatest(0, least(254, floor(x${i} * 50 + 127))) AS UTINYINT) AS a${i}`,
  );
  const side = (i) => `CASE WHEN a${i} <= 127 THEN 0 ELSE ${2 ** i} END`;
  const node = Array.from({ length: LEVELS }, (_, i) => side(i)).join(" + ");
  const target = "CAST(CASE WHEN y = 'c1' THEN 1 ELSE 0 END AS UTINYINT) AS t";
  await connection.run(
    `CREATE TEMP TABLE hand AS SELECT *, CAST(${node} AS INTEGER) AS node FROM (SELECT ${codes.join(", ")}, ${target} FROM (${relation}))`,
  );
  return Array.from(
    { length: ATTRIBUTES },
    (_, i) =>
      `SELECT ${i}, node, CAST(a${i} AS INTEGER), CAST(count(*) AS DOUBLE), CAST(sum(t) AS DOUBLE) FROM hand GROUP BY node, a${i}`,
  ).join(" UNION ALL ");
}

export async function measureDuckDb({ repeats, threads, quick, limit }) {
  const { DuckDbConnection, sqlData, fitData } = await packages();
  const rows = quick ? 1e6 : 10e6;
  const path = await tableOf(rows, limit);
  console.log(
    `${rows / 1e6}M x ${ATTRIBUTES}, pushed down in DuckDB, ${threads} threads, least of ${repeats}`,
  );
  const query = `SELECT * FROM read_parquet('${path.replaceAll("'", "''")}')`;
  const readings = { open: [], code: [], tree: [], level: [], hand: [] };
  for (let i = 0; i < repeats; i++) {
    const connection = await DuckDbConnection.open({ threads });
    const open = await timed(() => sqlData(connection, { query }, { target: "y", coding: "bins" }));
    const code = await timed(() => open.result.inBins(RULES));
    const options = { coding: "bins", prune: "none", maxDepth: 6 };
    const tree = await timed(() => fitData(open.result, { learner: "cart", options, seed: 1 }));
    const engine = code.result.data.engine();
    const nodes = await grown(engine);
    const asked = nodes.map((node) => ({ node, attributes: [...Array(ATTRIBUTES).keys()] }));
    const hand = await handMade(connection, query);
    for (let j = 0; j < 3; j++) {
      readings.level.push(
        await timed(() => engine.answer({ ask: "tally", statistic: "classes", nodes: asked })),
      );
      readings.hand.push(await timed(() => connection.rows(hand)));
    }
    readings.open.push(open);
    readings.code.push(code);
    readings.tree.push(tree);
    await engine.close();
    await open.result.close();
    await connection.close();
  }
  show("read into a table of its own, with grids", least(readings.open));
  show("edges from a sample, and coding in 255 bins", least(readings.code));
  show("cart of depth 6 from the codes", least(readings.tree));
  const [level, hand] = [least(readings.level), least(readings.hand)];
  show("one level: 32 nodes, all attributes", level);
  show("the same by hand, a GROUP BY per attribute", hand);
  console.log(
    `one level takes ${(level.wall / hand.wall).toFixed(2)} times as long as by hand (processor: ${(level.cpu / hand.cpu).toFixed(2)})`,
  );
}
