/** A pattern that may be tested, as ids of tokens; 0 is any token. */
export interface Found {
  readonly gain: number;
  readonly ids: readonly number[];
  /** Where it first starts: the leftmost place in any string. */
  readonly first: number;
  /** How unlikely its rows are by chance: see `surpriseOf`. Absent where it is not known. */
  readonly surprise?: number;
}

/** The best few of many candidates: greatest gain, then shortest, then leftmost, then first by code point. */
export class Best<F extends Found> {
  readonly list: F[] = [];

  constructor(private readonly most: number) {}

  /** Whether a candidate with this gain, length and first place may come in; its ids are then made. */
  takes(gain: number, length: number, first: number): boolean {
    const { list, most } = this;
    if (list.length < most) return true;
    const last = list[list.length - 1];
    if (gain !== last.gain) return gain > last.gain;
    return length !== last.ids.length ? length < last.ids.length : first <= last.first;
  }

  add(one: F): void {
    const { list, most } = this;
    let at = list.length;
    while (at > 0 && compareFound(one, list[at - 1]) < 0) at--;
    if (at >= most) return;
    list.splice(at, 0, one);
    if (list.length > most) list.pop();
  }
}

export function compareFound(a: Found, b: Found): number {
  if (a.gain !== b.gain) return b.gain - a.gain;
  if (a.ids.length !== b.ids.length) return a.ids.length - b.ids.length;
  if (a.first !== b.first) return a.first - b.first;
  const differs = a.ids.findIndex((id, i) => id !== b.ids[i]);
  return differs < 0 ? 0 : a.ids[differs] - b.ids[differs];
}
