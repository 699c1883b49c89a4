import { CoppiceError } from "coppice";

/** `duckdb:path#table` or `spark:sc://host:port#table`, in parts. */
export interface Address {
  readonly engine: "duckdb" | "spark";
  /** What is before the last #: a file, a pattern of files, an address of a server. */
  readonly place: string;
  /** The parts of a table's name; absent if none is given. */
  readonly table?: readonly string[];
}

export function parseAddress(address: string): Address {
  const [, engine, rest] = /^(duckdb|spark):(.*)$/s.exec(address) ?? [];
  if (engine !== "duckdb" && engine !== "spark") throw malformed(address, "begin with duckdb: or spark:");
  // For paths that contain #.
  if (rest.endsWith("#")) return { engine, place: rest.slice(0, -1) };
  const at = tableStart(rest);
  if (at < 0) return { engine, place: rest };
  const table = partsOf(rest.slice(at + 1));
  if (table === undefined)
    throw malformed(address, 'end in a table\'s name, such as orders, main.orders or "my orders"');
  return { engine, place: rest.slice(0, at), table };
}

/** The last # that a whole name follows: paths may contain others, and so may quoted names. */
function tableStart(text: string): number {
  for (let at = text.lastIndexOf("#"); at >= 0; at = at === 0 ? -1 : text.lastIndexOf("#", at - 1))
    if (partsOf(text.slice(at + 1)) !== undefined) return at;
  return text.lastIndexOf("#");
}

const PART = /"((?:[^"]|"")+)"|([^".]+)/y;

/** The parts of a name: apart by points, and in double quotes where they contain points or quotes. */
export function partsOf(name: string): string[] | undefined {
  const parts: string[] = [];
  PART.lastIndex = 0;
  for (let at = 0; ; at++) {
    PART.lastIndex = at;
    const found = PART.exec(name);
    if (found === null) return undefined;
    parts.push(found[1]?.replaceAll('""', '"') ?? found[2]);
    at += found[0].length;
    if (at === name.length) return parts;
    if (name[at] !== ".") return undefined;
  }
}

const SECRETS = /((?:password|token)\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s;#"']+)|(:\/\/[^:/@\s]+:)[^@\s]+(?=@)/gi;

/** Text as messages may show it: an address, or an engine's own message about it, without passwords and tokens. */
export function withoutSecrets(text: string): string {
  return text.replace(
    SECRETS,
    (_, name: string | undefined, __, user: string | undefined) => `${name ?? user}…`,
  );
}

export function eitherQueryOrTable(query: string | undefined, table: Address["table"]): void {
  if (query === undefined || table === undefined) return;
  throw new CoppiceError("OPTION_CONFLICT", "give either a query or a table after #, not both", {
    name: "from",
  });
}

function malformed(address: string, rule: string): CoppiceError {
  const shown = withoutSecrets(address);
  const message = `the address ${JSON.stringify(shown)} must ${rule}`;
  return new CoppiceError("USAGE", message, { name: "address", rule, value: shown });
}
