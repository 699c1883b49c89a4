import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";
import { quietly, step } from "./steps.mjs";

/** Spark's own programs are in its Python package, and so is Spark Connect. */
const VERSION = "4.3.0";
const VENV = join(root, ".spark");
const PYTHON = join(VENV, "bin", "python");
const PACKAGES = [`pyspark==${VERSION}`, "numpy", "pyarrow", "pandas"];
const HOST = "127.0.0.1";
/** Who else is on this machine cannot use the cluster. */
const TOKEN = randomUUID();

/** Why Spark cannot be set up here; undefined if it can. */
export async function sparkObstacle() {
  const java = await quietly(["java", "-version"]);
  const major = Number(/version "(\d+)/.exec(java.output)?.[1] ?? 0);
  if (java.code !== 0 || major < 17) return "Spark needs Java 17 or later, and `java` is not it";
  const python = await quietly([process.env.PYTHON ?? "python3", "-c", "import venv, ensurepip"]);
  return python.code === 0 ? undefined : "Spark needs Python 3 with venv and pip";
}

/** Makes the environment with Spark, numpy and pyarrow; nothing if it is there. */
export async function setUpSpark() {
  if (await sparkHome()) return;
  if (!existsSync(PYTHON)) await step("create .spark", [process.env.PYTHON ?? "python3", "-m", "venv", VENV]);
  await step(`install ${PACKAGES.join(", ")}`, [PYTHON, "-m", "pip", "install", "--quiet", ...PACKAGES]);
}

async function sparkHome() {
  if (!existsSync(PYTHON)) return undefined;
  const code = `import numpy, pyarrow, pandas, pyspark; assert pyspark.__version__ == "${VERSION}"; print(pyspark.__path__[0])`;
  const { code: failed, stdout } = await quietly([PYTHON, "-c", code]);
  return failed === 0 ? stdout.trim() : undefined;
}

/**
 * A cluster of one master, two workers of one core each, and a Connect server, all of them listening on this machine alone.
 * `stop` ends what was started, and removes its files; `stopServer` leaves master and workers to another program. `memory`:
 * gigabytes of a worker.
 */
export async function startSpark({ memory = 1 } = {}) {
  const home = await sparkHome();
  const folder = mkdtempSync(join(tmpdir(), "coppice-spark-"));
  // Tests are over before most of what the second compiler would make faster is run again.
  const java = memory > 2 ? "" : "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
  const [masterPort, connectPort, ...ports] = await freePorts(6);
  const env = {
    ...process.env,
    SPARK_HOME: home,
    SPARK_NO_DAEMONIZE: "1",
    SPARK_LOCAL_IP: HOST,
    PYSPARK_PYTHON: PYTHON,
    SPARK_DAEMON_JAVA_OPTS: java,
  };
  const children = [];
  const start = (program, ...args) => {
    // A group of its own: Spark's scripts start Java, and Java starts Python.
    const child = spawn(join(home, "bin", program), args, {
      ...{ cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] },
    });
    child.log = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        child.log = (child.log + text).slice(-20_000);
      });
    children.push(child);
    return child;
  };
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await Promise.all(children.map(ended));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const master = `spark://${HOST}:${masterPort}`;
  try {
    const first = start(
      "spark-class",
      "org.apache.spark.deploy.master.Master",
      ...["--host", HOST, "--port", masterPort, "--webui-port", ports[0]],
    );
    await listens(masterPort, first);
    // One that is killed is started again, as a cluster does.
    const startWorker = (i, attempts = 3) => {
      const worker = start(
        "spark-class",
        "org.apache.spark.deploy.worker.Worker",
        ...["--host", HOST, "--cores", "1", "--memory", `${memory}g`, "--webui-port", ports[i]],
        ...["--work-dir", join(folder, `work${i}`), master],
      );
      worker.once("exit", () => {
        if (!isStopping && attempts > 0) startWorker(i, attempts - 1);
      });
      return worker;
    };
    const workers = [1, 2].map((i) => startWorker(i));
    const server = start(
      "spark-submit",
      ...["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "--master", master],
      ...settings({
        "spark.driver.host": HOST,
        "spark.driver.bindAddress": HOST,
        // What is pulled goes through the driver.
        "spark.driver.memory": memory > 2 ? "3g" : "1g",
        ...(memory > 2 && { "spark.driver.maxResultSize": "0" }),
        "spark.executor.memory": `${900 * memory}m`,
        ...(java !== "" && {
          "spark.driver.extraJavaOptions": java,
          "spark.executor.extraJavaOptions": java,
        }),
        "spark.ui.enabled": "false",
        "spark.connect.grpc.binding.address": HOST,
        "spark.connect.grpc.binding.port": connectPort,
        "spark.connect.authenticate.token": TOKEN,
        "spark.local.dir": folder,
        "spark.sql.warehouse.dir": join(folder, "warehouse"),
      }),
      "spark-internal",
    );
    await listens(connectPort, server);
    return {
      ...{ address: `sc://${HOST}:${connectPort}/;token=${TOKEN}`, workers: workers.map(({ pid }) => pid) },
      ...{ master, folder, env, python: PYTHON, stop, stopServer: () => ended(server) },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settings(all) {
  return Object.entries(all).flatMap(([key, value]) => ["--conf", `${key}=${value}`]);
}

function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  return new Promise((done) => {
    child.once("exit", done);
    signal(child, "SIGTERM");
    setTimeout(() => signal(child, "SIGKILL"), 10_000).unref();
  });
}

function signal({ pid }, name) {
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** Waits until a port answers, for two minutes at most, or until the program that should has ended. */
async function listens(port, child) {
  for (let i = 0; i < 480; i++) {
    if (await answers(port)) return;
    if (child.exitCode !== null) break;
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Error(`nothing listens on ${HOST}:${port}:\n${child.log}`);
}

function answers(port) {
  return new Promise((done) => {
    const socket = connect(Number(port), HOST);
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((done) => {
          const server = createServer();
          server.listen(0, HOST, () => done(server));
        }),
    ),
  );
  const ports = servers.map((server) => String(server.address().port));
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
