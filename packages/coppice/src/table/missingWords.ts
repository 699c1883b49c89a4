/** What spreadsheets and programs write into a numeric column for a missing value, besides the usual markers. */
const CERTAIN = new Set([
  ...["n/a", "#n/a", "na", "n.a.", "n.a", "<na>", "nan", "null", "(null)", "<null>", "\\n", "missing"],
  ...["#value!", "#div/0!", "#ref!", "#name?", "#num!", "#null!", "#n/a n/a", "not available"],
]);
/** These may be levels if there are few numbers. */
const LIKELY = new Set(["-", "--", "---", "–", "—", ".", "..", "…", "?", "none", "nil", "unknown", "tbd"]);

/** Whether a cell marks a missing number; `certain` excludes words that may mean something else. */
export function isMissingWord(text: string, certain = false): boolean {
  const word = text.trim().toLowerCase();
  return CERTAIN.has(word) || (!certain && LIKELY.has(word));
}
