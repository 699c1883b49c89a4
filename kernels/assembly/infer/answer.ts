/** Adds a leaf's prediction to a row's sums. Kernel and TypeScript multiply and add in this order, so the sums are equal. */
@inline
export function addAnswer(sum: usize, answer: usize, width: i32, weight: f64): void {
  store<f64>(sum, load<f64>(sum) + weight * load<f64>(answer));
  for (let k = 1; k < width; k++) {
    const at = <usize>k << 3;
    store<f64>(sum + at, load<f64>(sum + at) + weight * load<f64>(answer + at));
  }
}

/** The same for two numbers at once. */
@inline
export function addPair(sum: usize, answer: usize, weight: f64): void {
  v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(f64x2.splat(weight), v128.load(answer))));
}
