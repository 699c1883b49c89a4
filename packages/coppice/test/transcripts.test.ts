import { writeFileSync } from "node:fs";
import { describeTranscripts } from "./kit/transcript.js";
import { ORDERS, type OrderFile } from "./messy/orders.js";
import { churn, copies, frauds, loans, prices } from "./messy/policyTables.js";

/** Tables each of which has a problem that spoils a model. */
const SPOILT: Readonly<Record<string, () => string>> = { churn, copies, frauds, loans, prices };

describeTranscripts(new URL("./transcripts/", import.meta.url), {
  spoilt: (name) => SPOILT[name](),
  /** Writes the file itself: not all of them are in UTF-8. */
  orders: (kind, path) => {
    writeFileSync(path, ORDERS[kind as OrderFile]());
    return "";
  },
});
