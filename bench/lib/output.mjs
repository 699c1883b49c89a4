// What a process prints; an error if it fails, or takes more than `limit` seconds.
import { spawn } from "node:child_process";

export function output(command, args, { limit, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args.map(String), {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
      ...(limit && { timeout: 1000 * limit, killSignal: "SIGKILL" }),
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (text) => {
      out += text;
    });
    child.stderr.on("data", (text) => {
      err += text;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve(out);
      else if (signal !== null) reject(new Error(`${command}: stopped after ${limit} s`));
      else reject(new Error(`${command}: ${lastLine(err) || out.slice(0, 200)}`));
    });
  });
}

const lastLine = (text) => text.trim().split("\n").at(-1);
