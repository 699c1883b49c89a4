import type { Cut, EditTest, LevelProfile, SplitProfile } from "coppice/edit";
import { useEffect, useMemo, useRef, useState } from "react";
import { amount, rowsText, shown } from "../base/text.js";
import { useStudio } from "../state/context.js";
import { branchesOf } from "../tree/TreeMirror.js";
import type { MissingTo, TreeView } from "../work/protocol.js";
import type { ProfileAnswer } from "../work/requests/edit.js";
import { DraftFigures } from "./DraftFigures.js";
import { draftOf, weightOf } from "./draft.js";
import { ghostOf } from "./ghost.js";
import { cutOf, editFor, isWhole, type Sides, withLevel } from "./levelMoves.js";

interface Props {
  readonly tree: TreeView;
  readonly node: number;
  readonly answer: ProfileAnswer;
  readonly test: EditTest;
  readonly missingTo: MissingTo;
}

/** What is moved: a level by its code, or the rows without a value. */
type Chip = number | "missing";

const MOST_CHIPS = 40;

/** The branches of a test with their levels as chips, and a chip for missing values: drag them, or move them by keys. */
export function BranchChips({ tree, node, answer, test, missingTo }: Props) {
  const studio = useStudio();
  const { profile, judged } = answer;
  const levels = profile.kind === "levels" && isMovable(test) ? profile : undefined;
  const now = useMemo(() => sidesOf(levels, missingTo), [levels, missingTo]);
  const [wanted, setWanted] = useState<Sides>();
  // While a chip is dragged it stays where it is in the page: an element that moves would lose the pointer.
  const [isDragged, setDragged] = useState(false);
  const sides = wanted ?? now;
  const placed = isDragged ? now : sides;
  const box = useRef<HTMLDivElement>(null);
  const moved = useRef<Chip>(undefined);
  const branches = branchesOf({ tree }, node);
  const path = studio.editing.pathOf(node);
  const move = (from: Sides, chip: Chip, to: number): Sides =>
    chip === "missing" ? { ...from, missing: to } : withLevel(from, chip, to, levels?.ordered === true);
  const found = useMemo(() => {
    if (wanted === undefined || (levels && !isWhole(wanted, levels))) return undefined;
    const numeric = profile.kind === "numeric" && profile.current !== undefined ? profile.current : undefined;
    if (levels === undefined && numeric === undefined) return undefined;
    const cut = (s: Sides): Cut => (levels ? cutOf(s) : { threshold: numeric! });
    const byHand = (s: Sides) =>
      (missingTo.isByHand || s.missing !== now.missing) && s.missing !== "parts" ? s.missing : undefined;
    const at = draftOf(profile, judged, cut(now), byHand(now));
    const drafted = draftOf(profile, judged, cut(wanted), byHand(wanted));
    const edges = branchesOf({ tree }, node).map((branch, b) =>
      levels ? edgeText(levels, wanted, b) : tree.edge[branch],
    );
    const ghost = ghostOf(node, profile, judged, drafted, at, edges, tree.target);
    return { drafted, at, ghost };
  }, [wanted, now, profile, levels, judged, missingTo, node, tree]);
  useEffect(() => {
    studio.editing.consider(found?.ghost);
  }, [studio, found]);
  useEffect(() => () => studio.editing.consider(), [studio]);
  // A chip that moved by keys is another element in its new branch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useEffect(() => {
    if (moved.current === undefined) return;
    box.current?.querySelector<HTMLElement>(`[data-chip="${moved.current}"]`)?.focus();
    moved.current = undefined;
  }, [wanted]);
  const apply = (to: Sides | undefined) => {
    const edit = to && editFor(path, test, levels ?? { levels: [], ordered: false }, now, to);
    if (edit) void studio.editing.apply(edit);
    setWanted(undefined);
  };
  const moves: Moves = {
    most: branches.length - 1,
    onStep: (chip, to) => {
      moved.current = chip;
      setWanted(move(sides, chip, to));
    },
    onDrag: (chip, to) => {
      setDragged(true);
      setWanted(to === undefined ? undefined : move(now, chip, to));
    },
    onDrop: (chip, to) => {
      setDragged(false);
      apply(to === undefined ? undefined : move(now, chip, to));
    },
    onKeep: () => apply(wanted),
    onLeave: () => setWanted(undefined),
  };
  const isEmpty = wanted !== undefined && levels !== undefined && !isWhole(wanted, levels);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      ref={box}
      role="group"
      aria-label="Branches"
      className="branches"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (moved.current === undefined && !currentTarget.contains(relatedTarget)) setWanted(undefined);
      }}
    >
      <div className="zones">
        {branches.map((branch, b) => (
          <Zone key={branch} {...{ tree, branch, b, profile, levels, moves }} sides={placed} />
        ))}
      </div>
      {placed.missing === "parts" && (
        <div className="zone shared">
          <MoveChip
            chip="missing"
            text="missing"
            weight={weightOf(profile, profile.missing)}
            at={-1}
            moves={moves}
          />
          <span className="small-text muted">in parts to every branch</span>
        </div>
      )}
      <p className="muted small-text">
        {isEmpty
          ? "Each branch needs rows."
          : wanted
            ? "Enter applies, Esc leaves it."
            : `Drag ${levels ? "a level or missing values" : "missing values"} to another branch, or use the arrow keys and Enter.`}
      </p>
      {found && (
        <DraftFigures {...{ tree }} ghost={found.ghost} gain={found.drafted.gain} gainNow={found.at.gain} />
      )}
    </div>
  );
}

const isMovable = (test: EditTest) => test.kind === "subset" || test.kind === "threshold";

function sidesOf(profile: LevelProfile | undefined, { to }: MissingTo): Sides {
  return { levels: profile?.branches ? [...profile.branches] : [], missing: to };
}

function edgeText({ levels }: LevelProfile, sides: Sides, branch: number): string {
  const names = levels.filter((_, code) => sides.levels[code] === branch).map((name) => shown(name, 24));
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

interface Moves {
  /** The last branch. */
  readonly most: number;
  readonly onStep: (chip: Chip, to: number) => void;
  /** Over a branch other than its own, or over none. */
  readonly onDrag: (chip: Chip, to: number | undefined) => void;
  readonly onDrop: (chip: Chip, to: number | undefined) => void;
  readonly onKeep: () => void;
  readonly onLeave: () => void;
}

interface ZoneProps {
  readonly moves: Moves;
  readonly tree: TreeView;
  /** The node of the branch, and its number. */
  readonly branch: number;
  readonly b: number;
  readonly profile: SplitProfile;
  readonly levels: LevelProfile | undefined;
  readonly sides: Sides;
}

/** A branch: what leads to it, and the chips in it. */
function Zone({ tree, branch, b, profile, levels, sides, moves }: ZoneProps) {
  const codes = sides.levels.flatMap((side, code) => (side === b ? [code] : []));
  const sum = (code: number) =>
    weightOf(profile, profile.sums.subarray(code * profile.width, (code + 1) * profile.width));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className="zone" role="group" data-zone={b} aria-label={`Branch ${b + 1}: ${tree.words[branch]}`}>
      <span className="small-text muted zone-name">
        {levels ? `Branch ${b + 1}` : <bdi>{tree.edge[branch]}</bdi>}
        {` · ${rowsText(tree.weight[branch])}`}
      </span>
      <span className="chips">
        {codes.slice(0, MOST_CHIPS).map((code) => (
          <MoveChip
            key={code}
            chip={code}
            at={b}
            text={shown(levels?.levels[code] ?? "", 40)}
            weight={sum(code)}
            moves={moves}
          />
        ))}
        {codes.length > MOST_CHIPS && <span className="muted">and {codes.length - MOST_CHIPS} more</span>}
        {sides.missing === b && (
          <MoveChip
            chip="missing"
            at={b}
            text="missing"
            weight={weightOf(profile, profile.missing)}
            moves={moves}
          />
        )}
      </span>
    </div>
  );
}

interface ChipProps {
  readonly moves: Moves;
  readonly chip: Chip;
  readonly text: string;
  readonly weight: number;
  /** The branch that it is in. */
  readonly at: number;
}

/** A chip that is dragged to another branch, or moved by the arrow keys. */
function MoveChip({ chip, text, weight, at, moves }: ChipProps) {
  const [by, setBy] = useState<{ x: number; y: number }>();
  const from = useRef<{ x: number; y: number }>(undefined);
  const elsewhere = ({ clientX, clientY }: React.PointerEvent) => {
    const over = zoneAt(clientX, clientY);
    return over === at ? undefined : over;
  };
  const keys = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) moves.onStep(chip, Math.max(0, Math.min(moves.most, at + step)));
    else if (event.key === "Enter") moves.onKeep();
    else if (event.key === "Escape") moves.onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      className={`chip${chip === "missing" ? " missing" : ""}${by ? " dragged" : ""}`}
      data-chip={chip}
      aria-label={`${text} ${amount(weight)} ${weight === 1 ? "row" : "rows"}, ${at < 0 ? "in parts" : `in branch ${at + 1}`}; arrow keys move it`}
      {...(by && { style: { transform: `translate(${by.x}px, ${by.y}px)` } })}
      onKeyDown={keys}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        const start = from.current;
        if (start === undefined) return;
        setBy({ x: event.clientX - start.x, y: event.clientY - start.y });
        moves.onDrag(chip, elsewhere(event));
      }}
      onPointerUp={(event) => {
        if (from.current === undefined) return;
        from.current = undefined;
        setBy(undefined);
        moves.onDrop(chip, elsewhere(event));
      }}
      onPointerCancel={() => {
        from.current = undefined;
        setBy(undefined);
        moves.onDrop(chip, undefined);
      }}
    >
      <bdi>{text}</bdi> <span className="muted">{amount(weight)}</span>
    </button>
  );
}

/** The branch at a place of the screen. */
function zoneAt(x: number, y: number): number | undefined {
  const zones = [...document.querySelectorAll<HTMLElement>("[data-zone]")];
  const found = zones.find((zone) => {
    const { left, right, top, bottom } = zone.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return found && Number(found.dataset.zone);
}
