/** Where the scene is on the canvas: `x' = k x + tx`. */
export interface Camera {
  readonly k: number;
  readonly tx: number;
  readonly ty: number;
  readonly width: number;
  readonly height: number;
}
