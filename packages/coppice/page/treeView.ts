import { BOX, type Box, MARGIN, placeBoxes, STEP, sizesBelow } from "../src/use/draw/treeBoxes.js";
import type { TreeData } from "../src/use/draw/treeData.js";
import { TreePainter } from "../src/use/draw/treePaint.js";
import { dragToScroll } from "./dragToScroll.js";
import { Matches } from "./matches.js";
import { nodePanel } from "./nodePanel.js";
import { farEdge, farShape, nodeShape } from "./nodeShapes.js";
import { OpenNodes } from "./openNodes.js";

/** Below this scale text is unreadable: boxes are drawn as blocks. */
const FAR = 0.34;
/** Pixels drawn beyond the visible part, so that short moves need no redrawing. */
const BUFFER = 500;

export function startTree(): void {
  const live = document.querySelector<HTMLElement>("[data-tree]");
  const text = live && document.getElementById("tree-data")?.textContent;
  if (!live || !text) return;
  live.hidden = false;
  new TreeView(live, JSON.parse(text) as TreeData);
}

/** The interactive tree of a report: draws the visible nodes, expands and collapses subtrees, and searches. */
class TreeView {
  private readonly stage: HTMLElement;
  private readonly svg: SVGSVGElement;
  private readonly panel: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly matches: Matches;
  private readonly open: OpenNodes;
  private boxes: Box[] = [];
  private painter: TreePainter;
  private width = 0;
  private height = 0;
  private scale = 1;
  private active = 0;
  /** The part covered by the last drawing, in the drawing's units. */
  private drawn = { left: 0, right: -1, top: 0, bottom: -1 };
  private frame = 0;

  constructor(
    private readonly live: HTMLElement,
    private readonly data: TreeData,
  ) {
    const find = <E extends Element>(selector: string) => live.querySelector<E>(selector)!;
    this.stage = find(".stage");
    this.svg = find("svg");
    this.panel = find(".node");
    this.input = find("input");
    this.matches = new Matches(data, this.input, find(".found"));
    this.open = new OpenNodes(data);
    this.painter = new TreePainter(data, []);
    this.place();
    this.listen();
    this.start();
  }

  // Expanded subtrees

  private toggle(node: number, open = !this.open.has(node)): void {
    if (!this.open.canOpen(node) || this.open.has(node) === open) return;
    this.keeping(node, () => {
      this.open.set(node, open);
      this.place();
    });
  }

  private openMore(): void {
    this.keeping(this.active, () => {
      this.open.openMore(this.boxes.length);
      this.place();
    });
  }

  private openBelow(from: number): void {
    this.keeping(from, () => {
      this.open.openBelow(from);
      this.place();
    });
    this.go(from);
  }

  private closeAll(): void {
    this.open.closeAll();
    this.activate(0);
    this.place();
    this.toRoot();
  }

  // Geometry

  private place(): void {
    this.boxes = placeBoxes(this.data, (node) => this.open.has(node));
    this.painter = new TreePainter(this.data, this.boxes);
    this.width = 0;
    this.height = 0;
    for (const { x, slot, depth, hidden } of this.boxes) {
      this.width = Math.max(this.width, x + slot / 2 + MARGIN);
      this.height = Math.max(
        this.height,
        depth * STEP + BOX.height + 2 * MARGIN + (hidden === undefined ? 0 : 30),
      );
    }
    this.size();
  }

  private size(): void {
    this.svg.setAttribute("width", String(Math.ceil(this.width * this.scale)));
    this.svg.setAttribute("height", String(Math.ceil(this.height * this.scale)));
    this.svg.setAttribute("viewBox", `0 ${-MARGIN} ${this.width} ${this.height}`);
    this.live.querySelector(".scale")!.textContent = `${Math.round(this.scale * 100)}%`;
    this.draw();
  }

  private boxOf(node: number): Box | undefined {
    return this.boxes.find((box) => box.node === node);
  }

  /** The visible part of the stage, in the drawing's units. */
  private seen() {
    const [stage, svg] = [this.stage.getBoundingClientRect(), this.svg.getBoundingClientRect()];
    const left = (stage.left - svg.left) / this.scale;
    const top = (stage.top - svg.top) / this.scale - MARGIN;
    return {
      left,
      top,
      right: left + stage.width / this.scale,
      bottom: top + stage.height / this.scale,
    };
  }

  /** Runs an action that moves the drawing, then scrolls the node back to its position on the screen. */
  private keeping(node: number, change: () => void): void {
    const before = this.screenOf(this.open.visible(node));
    change();
    const after = this.screenOf(this.open.visible(node));
    if (before && after) {
      this.stage.scrollLeft += after.x - before.x;
      this.stage.scrollTop += after.y - before.y;
    }
    this.draw();
  }

  private screenOf(node: number): { x: number; y: number } | undefined {
    const box = this.boxOf(node);
    if (!box) return undefined;
    const { left, top } = this.svg.getBoundingClientRect();
    return { x: left + box.x * this.scale, y: top + (box.depth * STEP + MARGIN) * this.scale };
  }

  private zoom(scale: number, at?: { x: number; y: number }): void {
    const { left, top, width, height } = this.stage.getBoundingClientRect();
    const point = at ?? { x: left + width / 2, y: top + height / 2 };
    const svg = this.svg.getBoundingClientRect();
    const held = { x: (point.x - svg.left) / this.scale, y: (point.y - svg.top) / this.scale };
    this.scale = Math.min(2, Math.max(0.04, scale));
    this.size();
    const now = this.svg.getBoundingClientRect();
    this.stage.scrollLeft += now.left + held.x * this.scale - point.x;
    this.stage.scrollTop += now.top + held.y * this.scale - point.y;
    this.draw();
  }

  private fit(): void {
    const { clientWidth, clientHeight } = this.stage;
    const room = Math.max(clientHeight, Math.min(window.innerHeight * 0.7, 720));
    this.zoom(Math.min(1, clientWidth / this.width, room / this.height));
  }

  /** Scales the drawing to the width, but not below a readable size, and scrolls to the root. */
  private start(): void {
    const { clientWidth } = this.stage;
    this.scale = Math.min(1, Math.max(clientWidth < 600 ? 0.75 : 0.8, clientWidth / this.width));
    this.size();
    this.activate(0);
    this.toRoot();
    this.drawNow();
  }

  private toRoot(): void {
    this.stage.scrollTo(this.boxes[0].x * this.scale - this.stage.clientWidth / 2, 0);
    this.draw();
  }

  private scrollTo(node: number): void {
    const box = this.boxOf(node);
    if (!box) return;
    const { left, right, top, bottom } = this.seen();
    const y = box.depth * STEP;
    const isSeen =
      box.x - box.width / 2 > left && box.x + box.width / 2 < right && y > top && y + BOX.height < bottom;
    if (isSeen) return;
    this.stage.scrollTo(
      box.x * this.scale - this.stage.clientWidth / 2,
      (y + MARGIN + BOX.height / 2) * this.scale - this.stage.clientHeight / 2,
    );
  }

  // Drawing

  /** Schedules one redraw, however often it is requested before it runs. */
  private draw(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.drawNow());
  }

  private drawNow(): void {
    this.frame = 0;
    const { left, right, top, bottom } = this.seen();
    const more = BUFFER / this.scale;
    this.drawn = { left: left - more, right: right + more, top: top - more, bottom: bottom + more };
    const { drawn, boxes } = this;
    const isFar = this.scale < FAR;
    const hits = this.matches.below((node) => this.open.visible(node));
    let edges = "";
    let nodes = "";
    boxes.forEach((box) => {
      const y = box.depth * STEP;
      if (y > drawn.bottom + STEP || y + STEP < drawn.top) return;
      const parent = boxes[box.parent];
      const from = parent ? Math.min(parent.x, box.x) : box.x;
      const to = parent ? Math.max(parent.x, box.x) : box.x;
      if (to + box.slot < drawn.left || from - box.slot > drawn.right) return;
      edges += isFar ? farEdge(box, parent) : this.painter.edge(box);
      if (box.x + box.slot < drawn.left || box.x - box.slot > drawn.right) return;
      nodes += this.nodeSvg(box, isFar, hits.get(box.node) ?? 0);
    });
    const at = boxes.find(({ node }) => node === this.active);
    if (at && !nodes.includes(`id="n${at.node}"`)) nodes += this.nodeSvg(at, isFar, 0);
    this.svg.innerHTML = `<g>${edges}</g><g>${nodes}</g>`;
    this.stage.setAttribute("aria-activedescendant", `n${this.active}`);
  }

  private nodeSvg(box: Box, isFar: boolean, hits: number): string {
    const { node } = box;
    const state = {
      isActive: node === this.active,
      canOpen: this.open.canOpen(node),
      isMatch: this.matches.has(node),
      hits,
    };
    return isFar ? farShape(this.data, box, state) : nodeShape(this.painter, box, state);
  }

  /** Redraws when the visible part leaves the part that is drawn. */
  private scrolled(): void {
    const { left, right, top, bottom } = this.seen();
    const { drawn } = this;
    const isInside = left >= drawn.left && right <= drawn.right && top >= drawn.top && bottom <= drawn.bottom;
    if (!isInside) this.draw();
  }

  private activate(node: number): void {
    this.active = node;
    this.panel.innerHTML = nodePanel(this.data, node, {
      canOpen: this.open.canOpen(node),
      isOpen: this.open.has(node),
      below: sizesBelow(this.data)[node],
    });
  }

  private go(node: number): void {
    this.activate(node);
    this.scrollTo(node);
    this.draw();
  }

  // User input

  private listen(): void {
    const { stage, input } = this;
    this.live.addEventListener("click", (event) => this.clicked(event));
    stage.addEventListener("dblclick", (event) => {
      const node = nodeAt(event.target);
      if (node !== undefined) this.toggleActive(node);
    });
    stage.addEventListener("keydown", (event) => this.pressed(event));
    stage.addEventListener("scroll", () => this.scrolled(), { passive: true });
    stage.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.zoom(this.scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
      },
      { passive: false },
    );
    dragToScroll(stage);
    input.addEventListener("input", () => this.seek());
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") {
        input.value = "";
        this.seek();
        stage.focus();
      } else return;
      event.preventDefault();
    });
    window.addEventListener("resize", () => this.draw());
    document.addEventListener("keydown", (event) => {
      const isTyping = (event.target as Element).closest?.("input,textarea,select");
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.focus();
    });
  }

  private toggleActive(node: number, open?: boolean): void {
    this.toggle(node, open);
    this.go(node);
  }

  private clicked(event: MouseEvent): void {
    const target = event.target as Element;
    const action = target.closest<HTMLElement>("[data-do]")?.dataset.do;
    if (action !== undefined) this.does(action);
    const node = nodeAt(target);
    if (node === undefined || !this.stage.contains(target)) return;
    // A click expands a collapsed subtree; collapsing needs a click on the badge, so that a click on an expanded one
    // only selects.
    const isBadge = target.closest(".badge") !== null;
    if (event.detail < 2 && this.open.canOpen(node) && (isBadge || !this.open.has(node))) this.toggle(node);
    this.activate(node);
    this.draw();
  }

  private does(action: string): void {
    const actions: Readonly<Record<string, () => void>> = {
      in: () => this.zoom(this.scale * 1.25),
      out: () => this.zoom(this.scale / 1.25),
      fit: () => this.fit(),
      open: () => this.openMore(),
      close: () => this.closeAll(),
      next: () => this.step(1),
      previous: () => this.step(-1),
      toggle: () => this.toggleActive(this.active),
      below: () => this.openBelow(this.active),
    };
    actions[action]?.();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { nodes } = this.data;
    const place = this.boxes.findIndex(({ node }) => node === this.active);
    const to = (at: number) => this.go(this.boxes[Math.min(this.boxes.length - 1, Math.max(0, at))].node);
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => to(place + 1),
      ArrowUp: () => to(place - 1),
      ArrowRight: () => {
        if (this.open.has(this.active)) to(place + 1);
        else this.toggleActive(this.active, true);
      },
      ArrowLeft: () => {
        if (this.open.has(this.active)) this.toggleActive(this.active, false);
        else if (nodes[this.active].up !== undefined) this.go(nodes[this.active].up!);
      },
      Home: () => to(0),
      End: () => to(this.boxes.length - 1),
      Enter: () => this.toggleActive(this.active),
      " ": () => this.toggleActive(this.active),
      "+": () => this.zoom(this.scale * 1.25),
      "=": () => this.zoom(this.scale * 1.25),
      "-": () => this.zoom(this.scale / 1.25),
      "0": () => this.fit(),
      "1": () => this.zoom(1),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  private seek(): void {
    this.matches.seek();
    this.draw();
  }

  private step(by: 1 | -1): void {
    const next = this.matches.step(this.active, by);
    if (next === undefined) return;
    if (this.open.reveal(next)) this.place();
    this.go(next);
  }
}

function nodeAt(target: EventTarget | null): number | undefined {
  const group = (target as Element | null)?.closest?.("g.n");
  return group ? Number(group.id.slice(1)) : undefined;
}
