import { useEffect, useRef } from "react";
import { mix, type Theme } from "../base/colours.js";
import type { Place } from "./camera.js";
import type { Scene } from "./scene.js";

const SIZE = { width: 176, height: 104 };

interface Props {
  readonly scene: Scene;
  readonly theme: Theme;
  readonly place: Place;
  readonly size: { readonly width: number; readonly height: number };
  /** Moves the camera so that this place of the scene is in the middle. */
  readonly onMove: (x: number, y: number) => void;
}

function scaleOf({ bounds }: Scene): { readonly x: number; readonly y: number } {
  return { x: (SIZE.width - 12) / bounds.width, y: (SIZE.height - 12) / bounds.height };
}

/** The whole tree, with a frame around what the canvas shows. Drawn once per tree; the frame moves. */
export function Minimap({ scene, theme, place, size, onMove }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawWhole(canvas.current, scene, theme);
  }, [scene, theme]);
  const scale = scaleOf(scene);
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const left = clamp(6 + (-place.x / place.k) * scale.x, SIZE.width);
  const top = clamp(6 + (-place.y / place.k) * scale.y, SIZE.height);
  const right = clamp(6 + ((size.width - place.x) / place.k) * scale.x, SIZE.width);
  const bottom = clamp(6 + ((size.height - place.y) / place.k) * scale.y, SIZE.height);
  const move = (event: React.PointerEvent) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    onMove((event.clientX - box.left - 6) / scale.x, (event.clientY - box.top - 6) / scale.y);
  };
  return (
    <div className="minimap" aria-hidden="true" onPointerDown={move} onPointerMove={move}>
      <canvas ref={canvas} style={SIZE} />
      <div className="frame" style={{ left, top, width: right - left, height: bottom - top }} />
    </div>
  );
}

function drawWhole(canvas: HTMLCanvasElement, scene: Scene, theme: Theme): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = SIZE.width * ratio;
  canvas.height = SIZE.height * ratio;
  const ctx = canvas.getContext("2d")!;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const { tree, nodes, x, y, width, form, tall } = scene;
  const scale = scaleOf(scene);
  const height = Math.max(1.5, tall * scale.y);
  for (let i = 0; i < nodes.length; i++) {
    const wide = Math.max(1.2, width[i] * scale.x);
    const left = 6 + (form === "tree" ? x[i] - width[i] / 2 : x[i]) * scale.x;
    const isLeaf = tree.attribute[nodes[i]] < 0;
    const colour = tree.target.colours[tree.answer[nodes[i]]] ?? theme.muted;
    ctx.fillStyle = isLeaf && tree.task === "classification" ? mix(colour, theme.surface, 0.8) : theme.strong;
    ctx.fillRect(left, 6 + y[i] * scale.y, wide, height);
  }
}
