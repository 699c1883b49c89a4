/** A function to minimise: returns its value at x and writes its gradient. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

export interface MinimiseOptions {
  /** The most steps. */
  readonly steps: number;
  /** Stops when the gradient's largest element is below this. */
  readonly tolerance: number;
}

/** How many steps the curvature is remembered for. */
const MEMORY = 10;
const SUFFICIENT = 1e-4;
const HALVINGS = 30;

/** L-BFGS with backtracking (Nocedal 1980). Plain double arithmetic in a fixed order, so the result is the same everywhere. */
export function minimise(objective: Objective, start: Float64Array, options: MinimiseOptions): Float64Array {
  const length = start.length;
  let x = Float64Array.from(start);
  let gradient = new Float64Array(length);
  let value = objective(x, gradient);
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  for (let step = 0; step < options.steps && largest(gradient) > options.tolerance; step++) {
    let direction = descent(gradient, steps, changes);
    let slope = dot(direction, gradient);
    if (!(slope < 0)) {
      steps.length = 0;
      changes.length = 0;
      direction = gradient.map((g) => -g);
      slope = dot(direction, gradient);
    }
    let rate = steps.length === 0 ? Math.min(1, 1 / norm(gradient)) : 1;
    const next = new Float64Array(length);
    const nextGradient = new Float64Array(length);
    let nextValue = Number.POSITIVE_INFINITY;
    for (let h = 0; h < HALVINGS; h++, rate /= 2) {
      for (let i = 0; i < length; i++) next[i] = x[i] + rate * direction[i];
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + SUFFICIENT * rate * slope) break;
    }
    if (!(nextValue < value)) break;
    const moved = next.map((v, i) => v - x[i]);
    const bent = nextGradient.map((g, i) => g - gradient[i]);
    if (dot(moved, bent) > 1e-12 * dot(bent, bent)) {
      steps.push(moved);
      changes.push(bent);
      if (steps.length > MEMORY) {
        steps.shift();
        changes.shift();
      }
    }
    x = next;
    gradient = nextGradient;
    value = nextValue;
  }
  return x;
}

/** The two-loop recursion: minus the inverse Hessian, as far as it is known, times the gradient. */
function descent(
  gradient: Float64Array,
  steps: readonly Float64Array[],
  changes: readonly Float64Array[],
): Float64Array {
  const q = gradient.map((g) => -g);
  const alphas: number[] = [];
  for (let m = steps.length - 1; m >= 0; m--) {
    alphas[m] = dot(steps[m], q) / dot(steps[m], changes[m]);
    for (let i = 0; i < q.length; i++) q[i] -= alphas[m] * changes[m][i];
  }
  const last = steps.length - 1;
  if (last >= 0) {
    const scale = dot(steps[last], changes[last]) / dot(changes[last], changes[last]);
    for (let i = 0; i < q.length; i++) q[i] *= scale;
  }
  for (let m = 0; m < steps.length; m++) {
    const beta = dot(changes[m], q) / dot(steps[m], changes[m]);
    for (let i = 0; i < q.length; i++) q[i] += (alphas[m] - beta) * steps[m][i];
  }
  return q;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function norm(a: Float64Array): number {
  return Math.max(Math.sqrt(dot(a, a)), Number.MIN_VALUE);
}

function largest(a: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]));
  return most;
}
