/** How many of the ascending edges are below x: the number of its bin. */
export function edgesBelow(edges: Float64Array, x: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
