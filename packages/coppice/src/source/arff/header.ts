import { CoppiceError, show } from "../../base/errors.js";
import type { Declaration } from "../../table/builder.js";
import { firstDuplicate } from "../../table/declare.js";
import type { Line } from "../lines.js";
import { Cursor } from "./tokens.js";

const NUMERIC = new Set(["numeric", "real", "integer"]);

/** The declarations in the header of an ARFF file, collected line by line until @data. */
export class ArffHeader {
  readonly declarations = new Map<string, Declaration>();
  /** Attributes of the type date. */
  readonly dates = new Set<string>();
  complete = false;

  constructor(private readonly file: string) {}

  get names(): string[] {
    return [...this.declarations.keys()];
  }

  take(line: Line): void {
    const cursor = new Cursor(this.file, line);
    if (cursor.peek() === "") return;
    const keyword = cursor.token("@relation, @attribute or @data").text;
    switch (keyword.toLowerCase()) {
      case "@relation":
        return;
      case "@attribute":
        this.attribute(cursor, line);
        return;
      case "@data":
        if (this.declarations.size === 0) throw cursor.error("@data before any @attribute");
        this.complete = true;
        return;
      default:
        throw cursor.error(`expected @relation, @attribute or @data, found ${show(keyword)}`);
    }
  }

  private attribute(cursor: Cursor, line: Line): void {
    const name = cursor.token("an attribute's name").text;
    if (name === "") throw cursor.error("an attribute without a name");
    if (this.declarations.has(name)) {
      const position = this.names.indexOf(name) + 1;
      const message = `${this.file}, line ${line.number}: duplicate attribute ${show(name)}: already declared at position ${position}`;
      throw new CoppiceError("COLUMN_DUPLICATE", message, { name, line: line.number });
    }
    this.declarations.set(name, this.type(cursor, name));
  }

  private type(cursor: Cursor, name: string): Declaration {
    if (cursor.skip("{")) return { type: "nominal", levels: levelList(cursor, name) };
    const word = cursor.token(`a type for ${show(name)}`).text.toLowerCase();
    if (NUMERIC.has(word)) {
      cursor.expectEnd();
      return { type: "numeric" };
    }
    if (word === "date") {
      this.dates.add(name);
      return { type: "string", aside: true };
    }
    if (word === "string") return { type: "string", aside: true };
    if (word === "relational") throw cursor.error(`${show(name)} is relational, which is not supported`);
    const choices = "numeric, real, integer, string, date or {levels}";
    throw cursor.error(`the type of ${show(name)} must be ${choices}; got ${show(word)}`);
  }
}

function levelList(cursor: Cursor, name: string): string[] {
  const levels: string[] = [];
  while (!cursor.skip("}")) {
    if (levels.length > 0) cursor.expect(",", `or } in the levels of ${show(name)}`);
    levels.push(cursor.token(`a level of ${show(name)}`).text);
  }
  cursor.expectEnd();
  if (levels.length === 0) throw cursor.error(`${show(name)} has no levels`);
  const duplicate = firstDuplicate(levels);
  if (duplicate !== undefined) throw cursor.error(`duplicate level ${show(duplicate)} of ${show(name)}`);
  return levels;
}
