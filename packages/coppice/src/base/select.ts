/** From so many values on, a sample tells where to look first. */
const MANY = 600;

/**
 * The value that would be at position `k` if the values were sorted ascending; their order changes. None may be NaN.
 * Hoare's selection with the median of three as pivot; after too many steps, which only an adversary makes, they are sorted.
 * Among many values a sample around `k` is put in place first, whose middle is then a pivot very close to the value
 * (Floyd and Rivest 1975).
 */
export function select(values: Float64Array, k: number): number {
  return selectIn(values, k, 0, values.length - 1);
}

function selectIn(values: Float64Array, k: number, first: number, last: number): number {
  let low = first;
  let high = last;
  for (let steps = 64; low < high; steps--) {
    if (steps === 0) return values.subarray(low, high + 1).sort()[k - low];
    const pivot =
      high - low > MANY
        ? sampled(values, k, low, high)
        : middleOf(values[low], values[(low + high) >> 1], values[high]);
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const kept = values[i];
      values[i++] = values[j];
      values[j--] = kept;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return values[k];
  }
  return values[k];
}

/** The pivot: what a sample of neighbours of `k` says its value is about. */
function sampled(values: Float64Array, k: number, low: number, high: number): number {
  const many = high - low + 1;
  // The size of the sample is about n^(2/3).
  const half = Math.floor(Math.cbrt(many) ** 2 / 2);
  const share = (k - low) / many;
  const from = Math.max(low, Math.floor(k - half * 2 * share));
  const to = Math.min(high, from + 2 * half);
  return selectIn(values, Math.min(to, Math.max(from, k)), from, to);
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
