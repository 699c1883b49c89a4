/** The ways to learn a model from a table of the manifest. Each takes a product, a table and a request. */

const LITTLE_PER_ROW = 420;

/** Threads of the whole process: to start them takes longer than most fits. */
let team;

async function teamOf({ node }) {
  team ??= await new node.NodeTeam({ threads: 2 }).ready();
  return team;
}

export async function closeTeam() {
  await team?.close();
}

/** The part of a fit's request that a problem is made from. */
function problemOf({ engine }, table, { learner: _, options: __, seed: ___, ...request }) {
  return engine.prepare(table, request);
}

/** What is left of the request once the rows are in a handle. */
const ofLearner = ({ learner, options, seed }) => ({ learner, options, ...(seed !== undefined && { seed }) });

async function fitHandle(product, data, request) {
  try {
    return await product.engine.fitData(data, ofLearner(request));
  } finally {
    await data.close?.();
  }
}

function naiveData(product, { NaiveEngine, partOfProblem }, problem) {
  const over = (part) => naiveData(product, { NaiveEngine, partOfProblem }, part);
  return {
    ...product.engine.memoryData(problem),
    engine: () => new NaiveEngine(problem),
    part: (choice) => over(partOfProblem(problem, choice)),
    local: { problem, over },
  };
}

const onDisk = (perRow) => async (product, table, request) => {
  const problem = problemOf(product, table, request);
  return fitHandle(product, product.node.diskData(problem, { memory: perRow * table.rows }), request);
};

async function inDuckDb(product, table, request) {
  const { DuckDbConnection, sqlData } = await product.sql();
  const connection = await DuckDbConnection.open({ threads: 1 });
  try {
    await createTable(connection, table);
    const { target, weight, rowKey } = request;
    const columns = table.columns.map(({ name, type, levels }) => ({
      name,
      type,
      ...(levels && { levels }),
    }));
    const asked = { target, columns, ...(weight && { weight }), ...(rowKey && { rowKey }) };
    const data = await sqlData(connection, { table: ["rows"] }, asked);
    return await fitHandle(product, data, request);
  } finally {
    await connection.close();
  }
}

async function createTable(connection, { rows, columns }) {
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  const types = columns.map(
    ({ name, type }) => `${quoted(name)} ${type === "numeric" ? "DOUBLE" : "VARCHAR"}`,
  );
  await connection.run(`CREATE TABLE rows (${types.join(", ")})`);
  const cell = (column, row) => {
    if (column.type === "numeric")
      return Number.isNaN(column.values[row]) ? "NULL" : connection.dialect.double(column.values[row]);
    const code = column.codes[row];
    return code < 0 ? "NULL" : connection.dialect.text(column.levels[code]);
  };
  for (let at = 0; at < rows; at += 1000) {
    const some = Array.from({ length: Math.min(1000, rows - at) }, (_, i) => at + i);
    const values = some.map((row) => `(${columns.map((column) => cell(column, row)).join(", ")})`);
    await connection.run(`INSERT INTO rows VALUES ${values.join(", ")}`);
  }
}

async function inPage(product, table, request) {
  const { fit } = await product.page();
  return fit(table, request);
}

/** Everything in TypeScript, as where WebAssembly is missing. */
async function withoutKernels({ engine }, table, request) {
  engine.useKernels(false);
  try {
    return await engine.fitTableAsync(table, request);
  } finally {
    engine.useKernels(true);
  }
}

export const ENGINES = {
  memory: async ({ engine }, table, request) => engine.fitTable(table, request),
  "memory/2": async (product, table, request) =>
    product.engine.fitTable(table, { ...request, team: await teamOf(product) }),
  plain: withoutKernels,
  naive: async (product, table, request) => {
    const problem = problemOf(product, table, request);
    return fitHandle(product, naiveData(product, await product.naive(), problem), request);
  },
  disk: onDisk(1e6),
  "disk/little": onDisk(LITTLE_PER_ROW),
  duckdb: inDuckDb,
  page: inPage,
  "worker/2": async ({ node }, table, request) => node.fit(table, { ...request, threads: 2 }),
};
