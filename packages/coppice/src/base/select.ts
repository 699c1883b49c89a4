/**
 * The value that would be at position `k` if the values were sorted ascending; their order changes. None may be NaN.
 * Hoare's selection with the median of three as pivot; after too many steps, which only an adversary makes, they are sorted.
 */
export function select(values: Float64Array, k: number): number {
  let low = 0;
  let high = values.length - 1;
  for (let steps = 64; low < high; steps--) {
    if (steps === 0) return values.subarray(low, high + 1).sort()[k - low];
    const pivot = middleOf(values[low], values[(low + high) >> 1], values[high]);
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

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
