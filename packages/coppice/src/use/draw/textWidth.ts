/** Ideographs, kana, hangul and pictographs are as wide as they are high. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NARROW = /[ijlftrI1.,:;'"!|()[\]{} -]/;
const BROAD = /[A-HJ-Z@%&mw<>=≤≠…]/;

/** The approximate width of a line of sans-serif text: without a screen it cannot be measured. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const letter of text)
    ems += WIDE.test(letter) ? 1.05 : NARROW.test(letter) ? 0.36 : BROAD.test(letter) ? 0.76 : 0.58;
  return ems * size;
}

/** The text truncated with `…` so that it fits. */
export function fit(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  let kept = "";
  for (const letter of text) {
    if (textWidth(`${kept}${letter}…`, size) > width) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}
