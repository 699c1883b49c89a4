import { select } from "d3-selection";
import { type ZoomBehavior, zoom, zoomIdentity } from "d3-zoom";
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { type Theme, themeOf } from "../base/colours.js";
import type { NodeFacts } from "../work/protocol.js";
import { broughtIn, fitted, LEAST_SCALE, MOST_SCALE, type Place, STEPS, whole } from "./camera.js";
import { Minimap } from "./Minimap.js";
import type { Camera } from "./paint/camera.js";
import type { Marks } from "./paint/marks.js";
import { NEAR } from "./paint/nodeBox.js";
import { paint } from "./paint/paint.js";
import { BOX, nodeAt, type Scene } from "./scene.js";
import { branchesOf, TreeMirror } from "./TreeMirror.js";

export interface TreeCanvasHandle {
  fit(): void;
  scale(step: 1 | 2 | 3): void;
  zoomBy(factor: number): void;
  focus(): void;
}

interface Props extends Partial<Pick<Marks, "notes" | "constrained" | "ghost" | "held">> {
  readonly scene: Scene;
  /** Changes when another tree is shown: the camera then starts anew. */
  readonly treeKey: unknown;
  readonly selected: number;
  readonly path: ReadonlySet<number>;
  readonly matches: ReadonlySet<number>;
  readonly edited: ReadonlySet<number>;
  readonly locked: ReadonlySet<number>;
  /** The selected node's name in edits: the same node keeps it in another tree. */
  readonly anchor?: string;
  readonly isCollapsed: (node: number) => boolean;
  readonly facts: ReadonlyMap<number, NodeFacts>;
  readonly onSelect?: (node: number) => void;
  readonly onToggle?: (node: number) => void;
  readonly onFocus?: (node: number) => void;
  /** Near nodes whose distributions are not known yet. */
  readonly onNear?: (nodes: readonly number[]) => void;
  /** A key that the canvas has no use for. */
  readonly onKey?: (event: React.KeyboardEvent) => void;
  readonly label: string;
  /** Only to be looked at: no keys, no minimap. */
  readonly isStill?: boolean;
  readonly ref?: React.Ref<TreeCanvasHandle>;
  readonly theme: string;
  /** Draws over the tree. */
  readonly over?: Overlay | undefined;
}

export type Overlay = (ctx: CanvasRenderingContext2D, scene: Scene, camera: Camera) => void;

const NOWHERE: Place = { k: 1, x: 0, y: 0 };

/** The tree on a canvas: pan, zoom, click, and the keys of an ARIA tree. */
export function TreeCanvas(props: Props) {
  const { scene, treeKey, selected, isCollapsed, label, isStill = false } = props;
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [place, setPlace] = useState(NOWHERE);
  const [hover, setHover] = useState(-1);
  const placeNow = useRef(place);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown>>(undefined);
  const theme = useTheme(stage, props.theme);
  useEffect(() => watchSize(stage.current!, setSize), []);

  useEffect(() => {
    const behave = zoom<HTMLDivElement, unknown>()
      .scaleExtent([LEAST_SCALE, MOST_SCALE])
      .filter((event: Event) => !(event as MouseEvent).button && !isControl(event.target))
      .on("zoom", ({ transform: { k, x, y } }) => {
        placeNow.current = { k, x, y };
        setPlace(placeNow.current);
      });
    const selection = select(stage.current!).call(behave).on("dblclick.zoom", null);
    behaviour.current = behave;
    return () => void selection.on(".zoom", null);
  }, []);

  const moveTo = useCallback(({ k, x, y }: Place) => {
    behaviour.current?.transform(select(stage.current!), zoomIdentity.translate(x, y).scale(k));
  }, []);

  const { anchor } = props;
  useCameraRules({ scene, treeKey, selected, anchor, size, placeNow, moveTo, isStill });
  usePainting({ ...props, canvas, size, place, hover, theme });
  useNear(props, place, size);

  useImperativeHandle(
    props.ref,
    () => ({
      fit: () => moveTo(whole(scene, size)),
      scale: (step) =>
        moveTo(around(placeNow.current, STEPS[step], centreOf(scene, selected, placeNow.current, size))),
      zoomBy: (factor) =>
        moveTo(
          around(placeNow.current, placeNow.current.k * factor, { x: size.width / 2, y: size.height / 2 }),
        ),
      focus: () => stage.current?.focus(),
    }),
    [moveTo, scene, size, selected],
  );

  const at = (event: React.MouseEvent) => {
    const box = stage.current!.getBoundingClientRect();
    const { k, x, y } = placeNow.current;
    return nodeAt(scene, (event.clientX - box.left - x) / k, (event.clientY - box.top - y) / k);
  };
  const keys = useKeys(props);
  return (
    <div
      ref={stage}
      className={`stage${hover >= 0 ? " over" : ""}`}
      role="tree"
      tabIndex={0}
      aria-label={label}
      {...(selected >= 0 && { "aria-activedescendant": `node-${selected}` })}
      onKeyDown={keys}
      onPointerMove={(event) => event.buttons === 0 && setHover(isStill ? -1 : at(event))}
      onPointerLeave={() => setHover(-1)}
      onClick={(event) => {
        const node = isControl(event.target) ? -1 : at(event);
        if (node >= 0) props.onSelect?.(node);
      }}
      onDoubleClick={(event) => {
        const node = isControl(event.target) ? -1 : at(event);
        if (node >= 0) props.onFocus?.(node);
      }}
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus */}
      <canvas ref={canvas} aria-hidden="true" style={size} />
      <TreeMirror
        scene={scene}
        active={selected}
        isCollapsed={isCollapsed}
        notes={props.notes}
        locked={props.locked}
        edited={props.edited}
      />
      {!isStill && theme && !isWhole(scene, place, size) && (
        <Minimap
          {...{ scene, theme, place, size }}
          onMove={(x, y) =>
            moveTo({ k: place.k, x: size.width / 2 - x * place.k, y: size.height / 2 - y * place.k })
          }
        />
      )}
    </div>
  );
}

/** Whether the canvas shows all of the scene. */
function isWhole({ bounds }: Scene, { k, x, y }: Place, size: { width: number; height: number }): boolean {
  return x >= 0 && y >= 0 && x + bounds.width * k <= size.width && y + bounds.height * k <= size.height;
}

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest(".minimap, button, input") !== null;

function watchSize(element: HTMLElement, set: (size: { width: number; height: number }) => void): () => void {
  const watch = new ResizeObserver(() => set({ width: element.clientWidth, height: element.clientHeight }));
  watch.observe(element);
  return () => watch.disconnect();
}

/** The colours of the style sheet, read again when the theme changes. */
function useTheme(stage: React.RefObject<HTMLDivElement | null>, name: string): Theme | undefined {
  const [theme, setTheme] = useState<Theme>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says when to read again
  useEffect(() => {
    // The attribute that selects a theme changes in the same frame.
    const read = () => stage.current && setTheme(themeOf(stage.current));
    const frame = requestAnimationFrame(read);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", read);
    return () => {
      cancelAnimationFrame(frame);
      dark.removeEventListener("change", read);
    };
  }, [name, stage]);
  return theme;
}

function around({ k, x, y }: Place, to: number, { x: cx, y: cy }: { x: number; y: number }): Place {
  const scale = Math.max(LEAST_SCALE, Math.min(MOST_SCALE, to));
  return { k: scale, x: cx - ((cx - x) / k) * scale, y: cy - ((cy - y) / k) * scale };
}

/** Where a node is on the canvas, if it is there; otherwise the middle of the canvas. */
function centreOf(scene: Scene, node: number, { k, x, y }: Place, size: { width: number; height: number }) {
  const i = scene.place[node];
  const middle = { x: size.width / 2, y: size.height / 2 };
  if (i < 0) return middle;
  const found = { x: scene.x[i] * k + x, y: scene.y[i] * k + y + (BOX.height * k) / 2 };
  const isSeen = found.x > 0 && found.y > 0 && found.x < size.width && found.y < size.height;
  return isSeen ? found : middle;
}

interface CameraRules {
  readonly scene: Scene;
  readonly treeKey: unknown;
  readonly selected: number;
  readonly anchor: string | undefined;
  readonly size: { readonly width: number; readonly height: number };
  readonly placeNow: React.RefObject<Place>;
  readonly moveTo: (place: Place) => void;
  readonly isStill: boolean;
}

/** A new tree is fitted; a changed one keeps the selected node where it is; a node selected elsewhere is brought in. */
function useCameraRules({
  scene,
  treeKey,
  selected,
  anchor,
  size,
  placeNow,
  moveTo,
  isStill,
}: CameraRules): void {
  const last = useRef<{
    scene: Scene;
    key: unknown;
    selected: number;
    anchor: string | undefined;
    width: number;
  }>(undefined);
  useEffect(() => {
    if (size.width === 0) return;
    const before = last.current;
    last.current = { scene, key: treeKey, selected, anchor, width: size.width };
    const isNew = before === undefined || before.key !== treeKey || before.scene.form !== scene.form;
    if (isNew || (isStill && before.width !== size.width) || scene.nodes[0] !== before.scene.nodes[0]) {
      moveTo(isStill ? whole(scene, size) : fitted(scene, size));
      return;
    }
    const at = placeNow.current;
    if (before.scene !== scene) {
      const isOther = before.scene.tree !== scene.tree;
      const same = isOther ? (before.anchor === anchor ? selected : -1) : before.selected;
      const [was, is] = [before.scene.place[before.selected], scene.place[same] ?? -1];
      if (was >= 0 && is >= 0) {
        const [dx, dy] = [before.scene.x[was] - scene.x[is], before.scene.y[was] - scene.y[is]];
        moveTo({ k: at.k, x: at.x + dx * at.k, y: at.y + dy * at.k });
      }
    }
    if (before.selected !== selected || before.scene.tree !== scene.tree) {
      const moved = broughtIn(scene, selected, placeNow.current, size);
      if (moved) moveTo(moved);
    }
  }, [scene, treeKey, selected, anchor, size, placeNow, moveTo, isStill]);
}

interface Painting extends Props {
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
  readonly size: { readonly width: number; readonly height: number };
  readonly place: Place;
  readonly hover: number;
}

function usePainting({
  canvas,
  scene,
  size,
  place,
  theme,
  ...marks
}: Omit<Painting, "theme"> & { theme: Theme | undefined }): void {
  const { selected, hover, path, matches, edited, locked, isCollapsed, facts } = marks;
  const { notes, constrained, ghost, held, over } = marks;
  useEffect(() => {
    const element = canvas.current;
    if (element === null || theme === undefined || size.width === 0) return;
    const frame = requestAnimationFrame(() => {
      const ratio = window.devicePixelRatio || 1;
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
      if (element.width !== width || element.height !== height) Object.assign(element, { width, height });
      const ctx = element.getContext("2d")!;
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      const camera = { k: place.k, tx: place.x, ty: place.y, ...size };
      const count = paint(ctx, scene, camera, theme, {
        selected,
        hover,
        path,
        matches,
        edited,
        locked,
        isCollapsed,
        facts,
        notes,
        constrained,
        ghost,
        held,
      });
      over?.(ctx, scene, camera);
      element.dataset.marks = String(count);
    });
    return () => cancelAnimationFrame(frame);
    // biome-ignore format: a list
  }, [
    canvas,
    scene,
    size,
    place,
    theme,
    selected,
    hover,
    path,
    matches,
    edited,
    locked,
    isCollapsed,
    facts,
    notes,
    constrained,
    ghost,
    held,
    over,
  ]);
}

/** Asks for the distributions of the splits that are near. */
function useNear(
  { scene, facts, onNear }: Props,
  place: Place,
  size: { width: number; height: number },
): void {
  const wanted = useMemo(() => {
    if (scene.form !== "tree" || BOX.height * place.k < NEAR) return "";
    const found: number[] = [];
    for (let i = 0; i < scene.nodes.length && found.length < 24; i++) {
      const [x, y] = [scene.x[i] * place.k + place.x, scene.y[i] * place.k + place.y];
      const half = (BOX.width / 2) * place.k;
      const isSeen = x + half > 0 && x - half < size.width && y + BOX.height * place.k > 0 && y < size.height;
      const node = scene.nodes[i];
      if (isSeen && scene.tree.attribute[node] >= 0 && !facts.has(node)) found.push(node);
    }
    return found.join(",");
  }, [scene, facts, place, size]);
  useEffect(() => {
    if (wanted !== "") onNear?.(wanted.split(",").map(Number));
  }, [wanted, onNear]);
}

function useKeys(props: Props): (event: React.KeyboardEvent) => void {
  const { scene, selected, isCollapsed, onSelect, onToggle, onKey, isStill } = props;
  return (event) => {
    if (isStill || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = scene.place[selected];
    const node = (i: number) => scene.nodes[Math.max(0, Math.min(scene.nodes.length - 1, i))];
    const isSplit = scene.tree.attribute[selected] >= 0;
    const isOpen = isSplit && !isCollapsed(selected);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => onSelect?.(node(at + 1)),
      ArrowUp: () => onSelect?.(node(at - 1)),
      Home: () => onSelect?.(scene.nodes[0]),
      End: () => onSelect?.(node(scene.nodes.length - 1)),
      ArrowRight: () =>
        isOpen ? onSelect?.(branchesOf(scene, selected)[0]) : isSplit && onToggle?.(selected),
      ArrowLeft: () => (isOpen ? onToggle?.(selected) : at > 0 && onSelect?.(scene.nodes[scene.parent[at]])),
      Enter: () => onToggle?.(selected),
      " ": () => onToggle?.(selected),
    };
    const move = moves[event.key];
    if (move === undefined) return onKey?.(event);
    event.preventDefault();
    move();
  };
}
