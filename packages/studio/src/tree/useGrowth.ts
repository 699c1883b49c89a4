import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { drawFalling, emerging, partOf } from "./growing.js";
import type { Scene } from "./scene.js";
import type { Overlay } from "./TreeCanvas.js";

/** Milliseconds of a division. */
const LONG = 700;
const EMERGES = 0.35;
/** Trees with more open nodes grow without animation. */
const MOST_NODES = 400;

export interface Grown {
  readonly scene: Scene;
  readonly over: Overlay | undefined;
  readonly isClosed: (node: number) => boolean;
}

export const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A tree after its first `done` divisions; the last one is shown as it happens, unless less motion is wanted. */
export function useGrowth(whole: Scene, order: Int32Array, done: number, long = LONG): Grown {
  const isClosed = useMemo(() => {
    const open = new Set(order.subarray(0, done));
    return (node: number) => !open.has(node);
  }, [order, done]);
  const part = useMemo(() => partOf(whole, isClosed), [whole, isClosed]);
  const last = done > 0 ? order[done - 1] : -1;
  const share = useShare(done, last >= 0 && part.nodes.length <= MOST_NODES, long);
  const scene = useMemo(() => emerging(part, last, eased(share / EMERGES)), [part, last, share]);
  const draw = useCallback<Overlay>(
    (ctx, drawn, camera) => drawFalling(ctx, drawn, camera, last, (share - EMERGES) / (1 - EMERGES)),
    [last, share],
  );
  return { scene, isClosed, over: share > EMERGES && share < 1 ? draw : undefined };
}

const eased = (share: number) => 1 - (1 - Math.min(1, share)) ** 3;

/** Goes from 0 to 1 after each step forward. */
function useShare(step: number, isMoving: boolean, long: number): number {
  const [share, setShare] = useState(1);
  const before = useRef(step);
  // Before the browser paints: the branches must not be seen at their ends first.
  useLayoutEffect(() => {
    const isForward = step === before.current + 1;
    before.current = step;
    if (!isMoving || !isForward || prefersStill()) {
      setShare(1);
      return;
    }
    const start = performance.now();
    setShare(0);
    let frame = requestAnimationFrame(function tick(now) {
      const next = Math.min(1, (now - start) / long);
      setShare(next);
      if (next < 1) frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [step, isMoving, long]);
  return share;
}
