/** The value of a function at a point; its gradient there is written to the second argument. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

/** Pairs of steps and changes of the gradient that are remembered. */
const MEMORY = 8;
/** A step must bring at least this part of what the slope promises (Armijo). */
const ENOUGH = 1e-4;
const MOST_TRIES = 20;
/** Growth stops if a step improves by less, relative to the value or to 1. */
const LEAST_GAIN = 1e-9;

interface Pair {
  readonly step: Float64Array;
  readonly change: Float64Array;
  /** 1 / (step · change). */
  readonly rho: number;
}

/**
 * Limited-memory BFGS (Nocedal 1980) with backtracking, for at most so many steps. The point is moved in place; returns
 * the value there.
 */
export function minimise(objective: Objective, point: Float64Array, steps: number): number {
  const size = point.length;
  let gradient = new Float64Array(size);
  let nextGradient = new Float64Array(size);
  const next = new Float64Array(size);
  const pairs: Pair[] = [];
  let value = objective(point, gradient);
  for (let i = 0; i < steps; i++) {
    const direction = directionOf(gradient, pairs);
    let slope = -dot(gradient, direction);
    if (!(slope < 0)) {
      pairs.length = 0;
      direction.set(gradient);
      slope = -dot(gradient, gradient);
      if (!(slope < 0)) break;
    }
    let length = pairs.length > 0 ? 1 : Math.min(1, 1 / Math.sqrt(-slope));
    let nextValue = Number.NaN;
    let tries = 0;
    for (; tries < MOST_TRIES; tries++) {
      for (let k = 0; k < size; k++) next[k] = point[k] - length * direction[k];
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + ENOUGH * length * slope) break;
      length = shorter(length, slope, nextValue - value);
    }
    if (tries === MOST_TRIES) break;
    remember(pairs, point, next, gradient, nextGradient);
    const gain = value - nextValue;
    point.set(next);
    [gradient, nextGradient] = [nextGradient, gradient];
    value = nextValue;
    if (gain < LEAST_GAIN * Math.max(1, Math.abs(value))) break;
  }
  return value;
}

/** The minimum of the parabola through what is known, but neither too close nor too far. */
function shorter(length: number, slope: number, rise: number): number {
  const lowest = (-slope * length * length) / (2 * (rise - slope * length));
  return lowest > 0.1 * length ? Math.min(0.5 * length, lowest) : 0.1 * length;
}

/** The gradient times the inverse Hessian as the pairs tell it. */
function directionOf(gradient: Float64Array, pairs: readonly Pair[]): Float64Array {
  const direction = gradient.slice();
  const factors = new Float64Array(pairs.length);
  for (let i = pairs.length - 1; i >= 0; i--) {
    const { step, change, rho } = pairs[i];
    factors[i] = rho * dot(step, direction);
    addTimes(direction, -factors[i], change);
  }
  const last = pairs.at(-1);
  if (last) {
    const scale = 1 / (last.rho * dot(last.change, last.change));
    for (let k = 0; k < direction.length; k++) direction[k] *= scale;
  }
  pairs.forEach(({ step, change, rho }, i) => {
    addTimes(direction, factors[i] - rho * dot(change, direction), step);
  });
  return direction;
}

function remember(
  pairs: Pair[],
  point: Float64Array,
  next: Float64Array,
  gradient: Float64Array,
  nextGradient: Float64Array,
): void {
  const step = next.map((x, k) => x - point[k]);
  const change = nextGradient.map((x, k) => x - gradient[k]);
  const product = dot(step, change);
  // Otherwise the function is not convex along the step, and the pair would spoil the directions.
  if (!(product > 1e-10 * dot(change, change))) return;
  pairs.push({ step, change, rho: 1 / product });
  if (pairs.length > MEMORY) pairs.shift();
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function addTimes(into: Float64Array, factor: number, values: Float64Array): void {
  for (let k = 0; k < into.length; k++) into[k] += factor * values[k];
}
