/** Text as one word of a shell command, to be copied and run. Control characters are written as escapes, in $'…'. */
export function shellWord(text: string): string {
  if (/^[\w./:@%+,=-]+$/.test(text)) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
  if (!/[\u0000-\u001f\u007f]/.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text
    .replace(/[\\']/g, (char) => `\\${char}`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    .replace(/[\u0000-\u001f\u007f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return `$'${escaped}'`;
}
