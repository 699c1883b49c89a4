import { CoppiceError } from "coppice";

/** Where a Spark Connect server is, and as whom to talk to it. */
export interface SparkAddress {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly token?: string;
  readonly user?: string;
  /** Other parameters are sent as headers with every call. */
  readonly headers: Readonly<Record<string, string>>;
}

const PORT = 15002;
const RULE = "sc://host[:port][/;token=…;use_ssl=true;user_id=…]";
const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "::1", "[::1]"]);

/** Reads `sc://host:port/;token=…;use_ssl=true`, as Spark's own clients do. */
export function sparkAddress(text: string): SparkAddress {
  const found = /^sc:\/\/(\[[^\]]+\]|[^:/;?#@\s]+)(?::(\d{1,5}))?(?:\/(.*))?$/s.exec(text);
  if (found === null) throw wrong(text, "is not an address of Spark Connect");
  const [, host, port = String(PORT), rest = ""] = found;
  if (Number(port) < 1 || Number(port) > 65_535) throw wrong(text, `has the port ${port}`);
  const parameters = parametersOf(text, rest);
  const { token, use_ssl: ssl, user_id: user, session_id: _, ...headers } = Object.fromEntries(parameters);
  const isSecure = ssl === undefined ? token !== undefined && !LOCAL.has(host) : ssl === "true";
  if (token !== undefined && !isSecure && !LOCAL.has(host))
    throw wrong(text, "would send the token without encryption");
  return {
    ...{ host, port: Number(port), isSecure, headers },
    ...(token !== undefined && { token }),
    ...(user !== undefined && { user }),
  };
}

function parametersOf(text: string, rest: string): [string, string][] {
  const pairs = rest.split(";").filter((pair) => pair !== "");
  return pairs.map((pair) => {
    const at = pair.indexOf("=");
    const name = at < 0 ? "" : pair.slice(0, at);
    // What becomes a header must be one.
    if (!/^[\w-]+$/.test(name)) throw wrong(text, "has a parameter that is not name=value");
    try {
      return [name, decodeURIComponent(pair.slice(at + 1))];
    } catch {
      throw wrong(text, `has a value of ${name} that cannot be decoded`);
    }
  });
}

/** The token is a secret: no message shows it. */
function wrong(text: string, why: string): CoppiceError {
  const shown = text.replace(/(token=)[^;]*/gi, "$1…");
  return new CoppiceError("DATABASE", `${shown} ${why}; expected ${RULE}`, {
    name: "address",
    rule: RULE,
    value: shown,
  });
}
