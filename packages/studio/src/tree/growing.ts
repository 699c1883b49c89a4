import type { Camera } from "./paint/camera.js";
import type { Scene } from "./scene.js";
import { visibleNodes } from "./visible.js";

/**
 * The part of a scene that has grown: every node is where it is in the whole, so that nothing moves while a tree grows, and a
 * node that is not divided yet is a leaf.
 */
export function partOf(whole: Scene, isClosed: (node: number) => boolean): Scene {
  const visible = visibleNodes(whole.tree, isClosed, whole.nodes[0]);
  const attribute = whole.tree.attribute.map((each, node) => (isClosed(node) ? -1 : each));
  const taken = (from: Float64Array) => Float64Array.from(visible.nodes, (node) => from[whole.place[node]]);
  const { x, y, width, low, high } = whole;
  return {
    ...whole,
    ...visible,
    tree: { ...whole.tree, attribute },
    ...{ x: taken(x), y: taken(y), width: taken(width), low: taken(low), high: taken(high) },
  };
}

/** The same tree in less width: for short names, so that more of it can be read at once. */
export function narrowed(scene: Scene, share: number): Scene {
  const by = (from: Float64Array) => from.map((each) => each * share);
  const { x, width, low, high, bounds } = scene;
  const narrow = { x: by(x), width: by(width), low: by(low), high: by(high) };
  return { ...scene, ...narrow, bounds: { ...bounds, width: bounds.width * share } };
}

/** The scene while the branches of a node come out of it: `share` of the way is done. */
export function emerging(scene: Scene, node: number, share: number): Scene {
  const from = scene.place[node] ?? -1;
  if (from < 0 || share >= 1) return scene;
  const x = scene.x.slice();
  const y = scene.y.slice();
  scene.parent.forEach((up, i) => {
    if (up !== from) return;
    x[i] = x[from] + (x[i] - x[from]) * share;
    y[i] = y[from] + (y[i] - y[from]) * share;
  });
  return { ...scene, x, y };
}

/** Dots that stand for the rows of a node. */
const MOST_DOTS = 90;

/** Draws rows on their way from a node to its branches, in the colours of their classes: `share` of the time is over. */
export function drawFalling(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  camera: Camera,
  node: number,
  share: number,
): void {
  const from = scene.place[node] ?? -1;
  if (from < 0 || share <= 0 || share >= 1) return;
  const { tree } = scene;
  const { k, tx, ty } = camera;
  const dots = Math.min(MOST_DOTS, tree.weight[node]);
  const [x1, y1] = [scene.x[from] * k + tx, (scene.y[from] + scene.tall) * k + ty];
  const size = Math.max(1.5, Math.min(3.5, 3 * k));
  scene.parent.forEach((up, i) => {
    if (up !== from) return;
    const [x2, y2] = [scene.x[i] * k + tx, scene.y[i] * k + ty];
    const colours = dotColours(
      scene,
      scene.nodes[i],
      (dots * tree.weight[scene.nodes[i]]) / tree.weight[node],
    );
    colours.forEach((colour, d) => {
      // Each starts a little later than the one before; a fixed scatter keeps them apart.
      const start = (0.45 * d) / colours.length;
      const at = Math.min(1, Math.max(0, (share - start) / 0.55));
      if (at <= 0 || at >= 1) return;
      const aside = (((d * 7) % 11) / 10 - 0.5) * 14 * Math.min(1, k);
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.arc(alongX(x1, x2, at) + aside, alongY(y1, y2, at), size, 0, 2 * Math.PI);
      ctx.fill();
    });
  });
}

/** Along the edge as it is drawn: a cubic whose handles are at half height. */
const alongX = (from: number, to: number, t: number) => from + (to - from) * t * t * (3 - 2 * t);
const alongY = (from: number, to: number, t: number) => {
  const half = (from + to) / 2;
  const u = 1 - t;
  return u * u * u * from + 3 * u * u * t * half + 3 * u * t * t * half + t * t * t * to;
};

/** A colour per dot, by the classes of a node; mixed, so that they do not fall class by class. */
export function dotColours({ tree }: Scene, node: number, dots: number): string[] {
  const { groups, mix, target } = tree;
  const count = Math.round(dots);
  if (groups === 0) return new Array<string>(count).fill("#8a8f98");
  const weights = Array.from({ length: groups }, (_, g) => mix[node * groups + g]);
  const total = weights.reduce((sum, each) => sum + each, 0) || 1;
  // The class that is most behind its share comes next.
  const given = new Array<number>(groups).fill(0);
  return Array.from({ length: count }, (_, d) => {
    const behind = weights.map((each, g) => (each / total) * (d + 1) - given[g]);
    const next = behind.indexOf(Math.max(...behind));
    given[next]++;
    return target.groupColours[next];
  });
}
