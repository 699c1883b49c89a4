/** What XML 1.0 cannot contain even escaped: control characters, lone surrogates and two code points. */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** Text that is safe in XML and HTML, between tags and inside quoted attributes. */
export function escapeXml(text: string): string {
  return text.replace(ILLEGAL, "\ufffd").replace(/[&<>"']/g, (c) => ENTITIES.get(c)!);
}
