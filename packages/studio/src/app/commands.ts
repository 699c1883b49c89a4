import { constrain, editNode, focusPart, swap, swappable, toggleLock } from "../grow/editNode.js";
import type { Studio } from "../state/studio.js";
import { SCREENS, type Screen, type StudioState, type ThemeChoice } from "../state/types.js";
import { exportsOf, take } from "./exports.js";

/** Something that a person can do, by its name. */
export interface Command {
  readonly title: string;
  readonly group: string;
  /** The key that does the same in the tree. */
  readonly key?: string;
  readonly run: () => unknown;
}

/** Attributes that are listed: with more, the node's panel is the better place. */
const MOST_ATTRIBUTES = 60;

/** Everything that can be done now. */
export function commandsOf(studio: Studio): Command[] {
  const state = studio.store.get();
  return [
    ...nodeCommands(studio, state),
    ...viewCommands(studio, state),
    ...historyCommands(studio, state),
    ...learnCommands(studio, state),
    ...exportCommands(studio, state),
    ...pageCommands(studio),
  ];
}

function nodeCommands(studio: Studio, state: StudioState): Command[] {
  const { model, selected, screen } = state;
  const tree = model?.tree;
  if (tree === undefined || !studio.editing.canEdit || screen !== "tree") return [];
  const isSplit = tree.attribute[selected] >= 0;
  const of = (title: string, key: string, run: () => unknown): Command => ({
    group: "Node",
    title,
    key,
    run,
  });
  const isLocked = model?.locked.includes(selected) === true;
  const own = model?.constraints.find(({ node }) => node === selected);
  const names = tree.names.slice(0, MOST_ATTRIBUTES);
  const about = (kind: "forbid" | "prefer", name: string): Command => {
    const isSet = own?.[kind === "forbid" ? "forbidden" : "preferred"].includes(name) === true;
    const verb = kind === "forbid" ? "Forbid" : "Prefer";
    const title = tree.attributes[tree.names.indexOf(name)];
    return {
      group: "Node",
      title: isSet
        ? `No longer ${verb.toLowerCase()} ${title} here and below`
        : `${verb} ${title} here and below`,
      run: () => constrain(studio, kind, name, isSet),
    };
  };
  return [
    of("Split by another test", "S", () => focusPart("candidate")),
    ...(isSplit ? [of("Prune", "P", () => editNode(studio, "prune"))] : []),
    of("Regrow", "R", () => editNode(studio, "regrow")),
    ...(swappable(state).length > 0 ? [of("Swap with the test below", "W", () => swap(studio))] : []),
    of(isLocked ? "Unlock" : "Lock", "L", () => toggleLock(studio)),
    ...(isSplit ? [] : [of("Set the answer", "E", () => focusPart("label"))]),
    of("Annotate", "A", () => focusPart("note")),
    ...names.map((name) => about("forbid", name)),
    ...names.map((name) => about("prefer", name)),
  ];
}

/** Presses a key in the tree. */
function press(key: string): void {
  const stage = document.querySelector<HTMLElement>("[role=tree]");
  stage?.focus();
  stage?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

function viewCommands(studio: Studio, { model, view, selected, screen }: StudioState): Command[] {
  if (model?.tree === undefined || screen !== "tree") return [];
  const of = (title: string, key: string): Command => ({
    ...{ group: "View", title, key: key.toUpperCase() },
    run: () => press(key),
  });
  const other = view.form === "tree" ? "icicle" : "tree";
  return [
    of("Fit to screen", "f"),
    of("Zoom: far", "1"),
    of("Zoom: mid", "2"),
    of("Zoom: near", "3"),
    of("Search nodes", "/"),
    of("Open or close the subtree", "Enter"),
    { group: "View", title: "Focus on this subtree", run: () => studio.setView({ root: selected }) },
    { group: "View", title: "Whole tree, no path, no search", key: "Esc", run: () => press("Escape") },
    {
      ...{ group: "View", title: other === "tree" ? "Show as a tree" : "Show as an icicle" },
      run: () => studio.setView({ form: other }),
    },
  ];
}

function historyCommands(studio: Studio, { edits, done }: StudioState): Command[] {
  const of = (title: string, run: () => unknown, key?: string): Command => ({
    ...{ group: "History", title, run },
    ...(key !== undefined && { key }),
  });
  return [
    ...(done > 0 ? [of("Undo", () => studio.editing.undo(), "Ctrl+Z")] : []),
    ...(done < edits.length ? [of("Redo", () => studio.editing.redo(), "Ctrl+Y")] : []),
    ...(done > 0 ? [of("Go back to the tree as grown", () => studio.editing.setEdits(edits, 0))] : []),
  ];
}

function learnCommands(studio: Studio, { recipe, grownBy, model }: StudioState): Command[] {
  const of = (title: string, run: () => unknown): Command => ({ group: "Learn", title, run });
  const canPrune = grownBy?.learner === "cart" && model?.tree !== undefined;
  const isSealed = grownBy?.judge?.kind === "holdOut" && grownBy.judge.test > 0;
  return [
    ...(recipe ? [of("Grow", () => studio.grow())] : []),
    ...(canPrune ? [of("Walk along the pruning sequence", () => studio.editing.prune(1))] : []),
    ...(isSealed ? [of("Look at the test score", () => studio.unseal())] : []),
  ];
}

function exportCommands(studio: Studio, state: StudioState): Command[] {
  return exportsOf(state).flatMap(([, forms]) =>
    forms.map(({ form, title, about }) => ({
      ...{ group: "Export", title: `Export: ${title} – ${about}` },
      run: () => take(studio, form),
    })),
  );
}

function pageCommands(studio: Studio): Command[] {
  const titleOf = (screen: Screen) => screen[0].toUpperCase() + screen.slice(1);
  const themes: readonly ThemeChoice[] = ["light", "dark", "system"];
  return [
    ...SCREENS.map((screen) => ({ group: "Go to", title: titleOf(screen), run: () => studio.go(screen) })),
    ...themes.map((theme) => ({
      ...{ group: "Page", title: `Theme: ${theme}` },
      run: () => studio.setTheme(theme),
    })),
    {
      ...{ group: "Page", title: "Keys and help", key: "?" },
      run: () => studio.store.set({ isHelpOpen: true }),
    },
  ];
}

/** The commands whose words include all of the query's. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ title, group }) => {
    const text = `${group} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
