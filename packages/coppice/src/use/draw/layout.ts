/**
 * Horizontal positions of the nodes in a tidy drawing (Reingold and Tilford 1981): parents are centred over their
 * children, subtrees are as close as their outlines allow, and equal subtrees are drawn equally. Nodes are numbered
 * in preorder. Linear in the number of nodes: joining two outlines costs the depth of the shallower.
 */
export function tidy(
  branches: readonly (readonly number[])[],
  widths: ArrayLike<number>,
  gap: number,
): Float64Array {
  /** Offset of each node's centre from its parent's. */
  const offset = new Float64Array(branches.length);
  const outlines: (Outline | undefined)[] = new Array(branches.length);
  // In reverse preorder children come before their parents.
  for (let i = branches.length - 1; i >= 0; i--) {
    const children = branches[i];
    let outline: Outline = { left: [], right: [], shift: 0 };
    children.forEach((child, c) => {
      const own = outlines[child]!;
      outlines[child] = undefined;
      if (c === 0) outline = own;
      else {
        offset[child] = distance(outline, own, gap);
        outline = join(outline, own, offset[child]);
      }
    });
    const middle = children.length === 0 ? 0 : offset[children[children.length - 1]] / 2;
    for (const child of children) offset[child] -= middle;
    outline.shift -= middle;
    outline.left.push(-widths[i] / 2 - outline.shift);
    outline.right.push(widths[i] / 2 - outline.shift);
    outlines[i] = outline;
  }
  return absolute(branches, offset, outlines[0]);
}

/** The left and right edges of a subtree per level, deepest first; `shift` is added to all. */
interface Outline {
  readonly left: number[];
  readonly right: number[];
  shift: number;
}

/** How far `b` must move right so that it does not overlap `a`. */
function distance(a: Outline, b: Outline, gap: number): number {
  const [m, n] = [a.right.length, b.left.length];
  let most = -Infinity;
  for (let level = 1; level <= Math.min(m, n); level++) {
    most = Math.max(most, a.right[m - level] + a.shift - b.left[n - level] - b.shift + gap);
  }
  return most;
}

/** The outline of both, with `b` moved; the deeper of the two is overwritten and returned. */
function join(a: Outline, b: Outline, move: number): Outline {
  b.shift += move;
  const [m, n] = [a.left.length, b.left.length];
  for (let level = 1; level <= Math.min(m, n); level++) {
    if (m >= n) a.right[m - level] = b.right[n - level] + b.shift - a.shift;
    else b.left[n - level] = a.left[m - level] + a.shift - b.shift;
  }
  return m >= n ? a : b;
}

/** Centres, measured from the left edge of the drawing. */
function absolute(
  branches: readonly (readonly number[])[],
  offset: Float64Array,
  outline: Outline | undefined,
): Float64Array {
  const middles = new Float64Array(branches.length);
  let leftmost = Infinity;
  for (const edge of outline?.left ?? [0]) leftmost = Math.min(leftmost, edge + outline!.shift);
  middles[0] = -leftmost;
  branches.forEach((children, i) => {
    for (const child of children) middles[child] = middles[i] + offset[child];
  });
  return middles;
}
