/** One line of CSV (RFC 4180), quoted where a reader would otherwise see something else. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

export function csvCell(text: string): string {
  return text === "" || /[",\r\n\u2028\u2029\ufeff]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
