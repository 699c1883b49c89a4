/**
 * The suffixes of a sequence in order, by induced sorting (Nong, Zhang and Chan 2009): linear in its length. Symbols are
 * integers from 0 to `most`.
 */
export function suffixArray(symbols: Int32Array, most: number): Int32Array {
  const n = symbols.length;
  if (n === 0) return new Int32Array(0);
  if (n === 1) return new Int32Array(1);
  if (n === 2) return Int32Array.from(symbols[0] < symbols[1] ? [0, 1] : [1, 0]);
  const isSmall = smaller(symbols);
  const { largeFrom, smallFrom } = buckets(symbols, most, isSmall);
  const order = new Int32Array(n);
  const induce = (starts: Int32Array) => {
    induceFrom(symbols, isSmall, starts, order, largeFrom, smallFrom);
  };
  const placeOf = new Int32Array(n + 1).fill(-1);
  let count = 0;
  for (let i = 1; i < n; i++) if (isSmall[i - 1] === 0 && isSmall[i] === 1) placeOf[i] = count++;
  const starts = new Int32Array(count);
  for (let i = 1, at = 0; i < n; i++) if (placeOf[i] >= 0) starts[at++] = i;
  induce(starts);
  if (count === 0) return order;
  const sorted = new Int32Array(count);
  for (let i = 0, at = 0; i < n; i++) if (placeOf[order[i]] >= 0) sorted[at++] = order[i];
  const names = new Int32Array(count);
  const last = nameParts(symbols, starts, sorted, placeOf, names);
  const inOrder = suffixArray(names, last);
  for (let i = 0; i < count; i++) sorted[i] = starts[inOrder[i]];
  induce(sorted);
  return order;
}

/** 1 where a suffix comes before the next. */
function smaller(symbols: Int32Array): Uint8Array {
  const isSmall = new Uint8Array(symbols.length);
  for (let i = symbols.length - 2; i >= 0; i--) {
    const same = symbols[i] === symbols[i + 1];
    isSmall[i] = same ? isSmall[i + 1] : Number(symbols[i] < symbols[i + 1]);
  }
  return isSmall;
}

interface Buckets {
  /** Where the suffixes of a symbol begin that come after the next, and where those that come before it do. */
  readonly largeFrom: Int32Array;
  readonly smallFrom: Int32Array;
}

function buckets(symbols: Int32Array, most: number, isSmall: Uint8Array): Buckets {
  const largeFrom = new Int32Array(most + 2);
  const smallFrom = new Int32Array(most + 2);
  for (let i = 0; i < symbols.length; i++) {
    if (isSmall[i] === 0) smallFrom[symbols[i]]++;
    else largeFrom[symbols[i] + 1]++;
  }
  for (let k = 0; k <= most; k++) {
    smallFrom[k] += largeFrom[k];
    largeFrom[k + 1] += smallFrom[k];
  }
  return { largeFrom, smallFrom };
}

/** Sorts all suffixes from those that begin a run, which are in order (or in order of their first parts). */
function induceFrom(
  symbols: Int32Array,
  isSmall: Uint8Array,
  starts: Int32Array,
  order: Int32Array,
  largeFrom: Int32Array,
  smallFrom: Int32Array,
): void {
  const n = symbols.length;
  order.fill(-1);
  const next = smallFrom.slice();
  for (let i = 0; i < starts.length; i++) order[next[symbols[starts[i]]]++] = starts[i];
  next.set(largeFrom);
  order[next[symbols[n - 1]]++] = n - 1;
  for (let i = 0; i < n; i++) {
    const at = order[i];
    if (at >= 1 && isSmall[at - 1] === 0) order[next[symbols[at - 1]]++] = at - 1;
  }
  next.set(largeFrom);
  for (let i = n - 1; i >= 0; i--) {
    const at = order[i];
    if (at >= 1 && isSmall[at - 1] === 1) order[--next[symbols[at - 1] + 1]] = at - 1;
  }
}

/** Equal parts have equal names; returns the last name. */
function nameParts(
  symbols: Int32Array,
  starts: Int32Array,
  sorted: Int32Array,
  placeOf: Int32Array,
  names: Int32Array,
): number {
  const n = symbols.length;
  const endOf = (at: number) => (placeOf[at] + 1 < starts.length ? starts[placeOf[at] + 1] : n);
  let name = 0;
  names[placeOf[sorted[0]]] = 0;
  for (let i = 1; i < sorted.length; i++) {
    let [a, b] = [sorted[i - 1], sorted[i]];
    const [endA, endB] = [endOf(a), endOf(b)];
    let same = endA - a === endB - b;
    while (same && a < endA) {
      if (symbols[a] !== symbols[b]) break;
      a++;
      b++;
    }
    if (same && (a === n || b === n || symbols[a] !== symbols[b])) same = false;
    if (!same) name++;
    names[placeOf[sorted[i]]] = name;
  }
  return name;
}

/** How many symbols each suffix shares with the one before it in order (Kasai et al. 2001). */
export function sharedPrefixes(symbols: Int32Array, order: Int32Array): Int32Array {
  const n = symbols.length;
  const rank = new Int32Array(n);
  for (let i = 0; i < n; i++) rank[order[i]] = i;
  const shared = new Int32Array(n);
  for (let i = 0, h = 0; i < n; i++) {
    if (h > 0) h--;
    if (rank[i] === 0) {
      h = 0;
      continue;
    }
    const j = order[rank[i] - 1];
    while (i + h < n && j + h < n && symbols[i + h] === symbols[j + h]) h++;
    shared[rank[i]] = h;
  }
  return shared;
}
