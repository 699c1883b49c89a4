/** Adds a leaf's prediction to a row's sums. Kernel and TypeScript multiply and add in this order, so the sums are equal. */
@inline
export function addAnswer(sum: usize, answer: usize, width: i32, weight: f64): void {
  store<f64>(sum, load<f64>(sum) + weight * load<f64>(answer));
  for (let k = 1; k < width; k++) {
    const at = <usize>k << 3;
    store<f64>(sum + at, load<f64>(sum + at) + weight * load<f64>(answer + at));
  }
}
