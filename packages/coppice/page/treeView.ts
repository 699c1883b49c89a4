import { BOX, type Box, endOf, MARGIN, placeBoxes, STEP, sizesBelow } from "../src/use/draw/treeBoxes.js";
import type { TreeData } from "../src/use/draw/treeData.js";
import { TreePainter } from "../src/use/draw/treePaint.js";
import { nodePanel } from "./nodePanel.js";
import { TreeSearch } from "./treeSearch.js";

/** Trees up to this size are fully expanded at first; of larger ones, about this many nodes with the most rows. */
const OPEN_NODES = 40;
/** Maximum number of nodes drawn at once: more are indistinguishable and would make the page slow. */
const MOST_OPEN = 2500;
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
  private readonly found: HTMLElement;
  private readonly search: TreeSearch;
  private readonly isOpen: Uint8Array;
  private boxes: Box[] = [];
  private painter: TreePainter;
  private width = 0;
  private height = 0;
  private scale = 1;
  private active = 0;
  private matches: number[] = [];
  private isMatch = new Set<number>();
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
    this.found = find(".found");
    this.search = new TreeSearch(data);
    this.isOpen = new Uint8Array(data.nodes.length);
    this.painter = new TreePainter(data, []);
    this.openHeaviest(OPEN_NODES);
    this.place();
    this.listen();
    this.start();
  }

  // Expanded subtrees

  private canOpen(node: number): boolean {
    const { a, h } = this.data.nodes[node];
    return a !== undefined && h === undefined;
  }

  /** Expands the splits with the most rows until about `most` nodes are shown; all of a small tree. */
  private openHeaviest(most: number): void {
    const { nodes } = this.data;
    this.isOpen.fill(0);
    const branches = this.branchCounts();
    const splits = [...nodes.keys()].filter((i) => this.canOpen(i));
    // A parent has at least the weight of its branches and precedes them: sorted by weight, it is expanded first.
    splits.sort((a, b) => nodes[b].w - nodes[a].w || a - b);
    let shown = 1;
    for (const node of splits) {
      const { up } = nodes[node];
      if (up !== undefined && !this.isOpen[up]) continue;
      if (shown + branches[node] > most && nodes.length > most * 1.5) break;
      this.isOpen[node] = 1;
      shown += branches[node];
    }
  }

  private branchCounts(): Int32Array {
    const counts = new Int32Array(this.data.nodes.length);
    for (const { up } of this.data.nodes) if (up !== undefined) counts[up]++;
    return counts;
  }

  private toggle(node: number, open = this.isOpen[node] === 0): void {
    if (!this.canOpen(node) || this.isOpen[node] === Number(open)) return;
    this.keeping(node, () => {
      this.isOpen[node] = Number(open);
      this.place();
    });
  }

  /** Makes a node visible by expanding all its ancestors. */
  private reveal(node: number): void {
    let isNew = false;
    for (let up = this.data.nodes[node].up; up !== undefined; up = this.data.nodes[up].up) {
      if (this.isOpen[up]) continue;
      this.isOpen[up] = 1;
      isNew = true;
    }
    if (isNew) this.place();
  }

  /** Shows four times as many nodes, those with the most rows first; all of a tree that is not large. */
  private openMore(): void {
    const before = this.isOpen.slice();
    this.keeping(this.active, () => {
      this.openHeaviest(Math.min(MOST_OPEN, 4 * Math.max(OPEN_NODES, this.boxes.length)));
      before.forEach((open, node) => {
        if (open) this.isOpen[node] = 1;
      });
      this.place();
    });
  }

  private openBelow(from: number): void {
    const end = Math.min(endOf(this.data, from), from + MOST_OPEN);
    this.keeping(from, () => {
      for (let i = from; i < end; i++) if (this.canOpen(i)) this.isOpen[i] = 1;
      this.place();
    });
    this.go(from);
  }

  private closeAll(): void {
    this.isOpen.fill(0);
    if (this.canOpen(0)) this.isOpen[0] = 1;
    this.activate(0);
    this.place();
    this.toRoot();
  }

  // Geometry

  private place(): void {
    this.boxes = placeBoxes(this.data, (node) => this.isOpen[node] === 1);
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

  /** The nearest visible ancestor. */
  private shown(node: number): number {
    let at = node;
    for (let up = this.data.nodes[node].up; up !== undefined; up = this.data.nodes[up].up) {
      if (!this.isOpen[up]) at = up;
    }
    return at;
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
    const before = this.screenOf(this.shown(node));
    change();
    const after = this.screenOf(this.shown(node));
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
    const hits = this.hitsBelow();
    let edges = "";
    let nodes = "";
    boxes.forEach((box) => {
      const y = box.depth * STEP;
      if (y > drawn.bottom + STEP || y + STEP < drawn.top) return;
      const parent = boxes[box.parent];
      const from = parent ? Math.min(parent.x, box.x) : box.x;
      const to = parent ? Math.max(parent.x, box.x) : box.x;
      if (to + box.slot < drawn.left || from - box.slot > drawn.right) return;
      edges += isFar ? this.farEdge(box) : this.painter.edge(box);
      if (box.x + box.slot < drawn.left || box.x - box.slot > drawn.right) return;
      nodes += this.nodeSvg(box, isFar, hits.get(box.node) ?? 0);
    });
    const at = boxes.find(({ node }) => node === this.active);
    if (at && !nodes.includes(`id="n${at.node}"`)) nodes += this.nodeSvg(at, isFar, 0);
    this.svg.innerHTML = `<g>${edges}</g><g>${nodes}</g>`;
    this.stage.setAttribute("aria-activedescendant", `n${this.active}`);
  }

  private nodeSvg(box: Box, isFar: boolean, hits: number): string {
    const { node, depth, hidden, x, width } = box;
    const [isActive, canOpen] = [node === this.active, this.canOpen(node)];
    const kind = `n${isActive ? " active" : ""}${this.isMatch.has(node) ? " hit" : ""}${canOpen ? " split" : ""}`;
    const expanded = canOpen ? ` aria-expanded="${hidden === undefined}"` : "";
    const attributes = ` id="n${node}" class="${kind}" role="treeitem" aria-level="${depth + 1}" aria-selected="${isActive}"${expanded}`;
    if (isFar) {
      const { c, y } = this.data.nodes[node];
      const fill = this.data.colours[c === undefined ? 0 : y];
      const shape = `<rect class="far" x="${x - width / 2}" y="${depth * STEP}" width="${width}" height="${BOX.height}" rx="8" fill="${fill}"/>`;
      return `<g${attributes}>${shape}</g>`;
    }
    const top = depth * STEP + BOX.height;
    const badge = canOpen
      ? `<g class="badge"><circle cx="${x}" cy="${top + 3}" r="7.5"/><path d="M${x - 3.5} ${top + 3}h7${hidden === undefined ? "" : `M${x} ${top - 0.5}v7`}"/></g>`
      : "";
    const below =
      hits === 0
        ? ""
        : `<text class="c-note found" x="${x}" y="${top + 30}">${hits} ${hits === 1 ? "match" : "matches"} below</text>`;
    return this.painter.box(box, attributes, badge + below);
  }

  private farEdge(box: Box): string {
    const parent = this.boxes[box.parent];
    if (!parent) return "";
    return `<path class="c-edge" stroke-width="6" d="M${parent.x} ${parent.depth * STEP + BOX.height}L${box.x} ${box.depth * STEP}"/>`;
  }

  /** The number of matches in collapsed subtrees, by the collapsed node. */
  private hitsBelow(): Map<number, number> {
    const hits = new Map<number, number>();
    for (const node of this.matches) {
      const at = this.shown(node);
      if (at !== node) hits.set(at, (hits.get(at) ?? 0) + 1);
    }
    return hits;
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
      canOpen: this.canOpen(node),
      isOpen: this.isOpen[node] === 1,
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
    this.drag();
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
    if (event.detail < 2 && this.canOpen(node) && (isBadge || !this.isOpen[node])) this.toggle(node);
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
        if (this.isOpen[this.active]) to(place + 1);
        else this.toggleActive(this.active, true);
      },
      ArrowLeft: () => {
        if (this.isOpen[this.active]) this.toggleActive(this.active, false);
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

  /** Moves the drawing with the mouse; touch scrolls it natively. */
  private drag(): void {
    const { stage } = this;
    let from: { x: number; y: number; left: number; top: number } | undefined;
    let isMoved = false;
    stage.addEventListener("pointerdown", (event) => {
      isMoved = false;
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop };
    });
    window.addEventListener("pointermove", (event) => {
      if (from === undefined) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.abs(x) + Math.abs(y) > 4) isMoved = true;
      if (!isMoved) return;
      stage.classList.add("moving");
      stage.scrollLeft = from.left - x;
      stage.scrollTop = from.top - y;
    });
    window.addEventListener("pointerup", () => {
      from = undefined;
      stage.classList.remove("moving");
    });
    // A drag that ends on a node is not a click on it.
    stage.addEventListener("click", (event) => isMoved && event.stopPropagation(), { capture: true });
  }

  private seek(): void {
    this.matches = this.search.find(this.input.value);
    this.isMatch = new Set(this.matches);
    const isEmpty = this.input.value.trim() === "";
    this.found.textContent = isEmpty
      ? ""
      : this.matches.length === 0
        ? "no match"
        : matchText(this.matches.length);
    this.draw();
  }

  /** Goes to the next or the previous match, wrapping around. */
  private step(by: 1 | -1): void {
    const { matches } = this;
    if (matches.length === 0) return;
    const isHere = this.isMatch.has(this.active) && this.found.textContent !== matchText(matches.length);
    const after = matches.findIndex((node) => node > this.active);
    const at = isHere
      ? matches.indexOf(this.active) + by
      : by > 0
        ? Math.max(0, this.isMatch.has(this.active) ? matches.indexOf(this.active) : after)
        : (after < 0 ? matches.length : after) - 1;
    const next = matches[(at + matches.length) % matches.length];
    this.reveal(next);
    this.found.textContent = `${matches.indexOf(next) + 1} of ${matches.length}`;
    this.go(next);
  }
}

const matchText = (count: number) => (count === 1 ? "1 match" : `${count} matches`);

function nodeAt(target: EventTarget | null): number | undefined {
  const group = (target as Element | null)?.closest?.("g.n");
  return group ? Number(group.id.slice(1)) : undefined;
}
