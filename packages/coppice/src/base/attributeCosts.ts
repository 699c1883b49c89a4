/** What attributes cost, as kernels are told: by attribute, the divisor of its gains, their squares, or 2^gain - 1. */
export interface AttributeCosts {
  readonly divisors: readonly number[];
  readonly form: "gain" | "square" | "power";
}

/** The numbers of these functions of a gain in kernels: kernels/assembly/common/worth.ts. */
export const COST_FORMS = { gain: 0, square: 1, power: 2 } as const satisfies Record<
  AttributeCosts["form"],
  number
>;
