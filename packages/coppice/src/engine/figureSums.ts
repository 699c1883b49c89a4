/** Sums over the rows that a model was learned from, each times its weight: what figures of a model on them are made of. */
export type FigureSums =
  | {
      readonly kind: "classification";
      readonly classes: readonly string[];
      /** Weights: a row per true class, a column per predicted one. */
      readonly confusion: readonly (readonly number[])[];
      readonly logLoss: number;
      readonly brier: number;
    }
  | {
      readonly kind: "regression";
      readonly weight: number;
      readonly squares: number;
      readonly sizes: number;
      /** Of the target. */
      readonly mean: number;
      readonly variance: number;
    };
