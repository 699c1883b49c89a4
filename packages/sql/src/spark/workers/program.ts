import { createHash } from "node:crypto";
import { BASE } from "./program/base.js";
import { BLOCKS } from "./program/blocks.js";
import { BOOSTING } from "./program/boosting.js";
import { CHANCE } from "./program/chance.js";
import { CODING } from "./program/coding.js";
import { JUDGING } from "./program/judging.js";
import { NODES } from "./program/nodes.js";
import { PACKING } from "./program/packing.js";
import { PARTS } from "./program/parts.js";
import { REMEMBERED } from "./program/remembered.js";
import { SUMS } from "./program/sums.js";

/**
 * What Python workers run, with numpy and pyarrow. A constant: names of columns, cells and levels never become part of it,
 * they are data. `main` is given a job as bytes, and returns a function from the record batches of a partition to others.
 *
 * A block is a row of the scratch table: up to 65,536 rows, attribute after attribute, each beginning at a multiple of eight
 * bytes. Sums are of whole numbers below 2^53, so doubles hold them exactly, whatever the order.
 */
export const PROGRAM = [
  BASE,
  CHANCE,
  CODING,
  PACKING,
  BLOCKS,
  PARTS,
  NODES,
  SUMS,
  REMEMBERED,
  JUDGING,
  BOOSTING,
].join("");

/** Workers live longer than a request, and compile it once. */
const MODULE = `_coppice_${createHash("sha256").update(PROGRAM).digest("hex").slice(0, 16)}`;

/** A source that `eval` turns into a function from a job's bytes to the function that workers call. */
export const SOURCE = `(lambda data: (lambda m: (hasattr(m, "main") or exec(${JSON.stringify(PROGRAM)}, m.__dict__), m.main(data))[1])(__import__("sys").modules.setdefault("${MODULE}", __import__("types").ModuleType("${MODULE}"))))`;
