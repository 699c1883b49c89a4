import type { Edit } from "coppice/edit";
import type { Form } from "../tree/scene.js";
import type {
  Description,
  Fault,
  GhostBranch,
  LearnerFacts,
  ModelFacts,
  Reading,
  Recipe,
  RowAnswer,
  Score,
  TableFacts,
} from "../work/protocol.js";

export const SCREENS = ["data", "tree", "rules", "understand", "compare", "watch"] as const;
export type Screen = (typeof SCREENS)[number];
export type ThemeChoice = "system" | "light" | "dark";

/** What was opened: the bytes, from which everything else follows. */
export interface Source {
  readonly name: string;
  readonly content: Blob;
  readonly kind: "table" | "model";
  /** The sample that a first visit shows. */
  readonly isWelcome?: boolean;
}

export interface Job {
  readonly label: string;
  readonly done: number;
}

/** How the tree is looked at. */
export interface View {
  readonly form: Form;
  /** Nodes whose branches are not shown. */
  readonly collapsed: ReadonlySet<number>;
  /** The subtree that is shown. */
  readonly root: number;
  readonly query: string;
}

/** A test that a node does not have yet: its branches, and the score of the tree with them. */
export interface Ghost {
  readonly node: number;
  readonly branches: readonly GhostBranch[];
  readonly score?: GhostScore;
}

export interface GhostScore {
  readonly on: "validation" | "training";
  readonly metric: "accuracy" | "rmse";
  readonly value: number;
  /** From what it is compared with. */
  readonly change: number;
}

/** Everything that the page shows, as plain data. */
export interface StudioState {
  readonly screen: Screen;
  readonly theme: ThemeChoice;
  readonly source?: Source | undefined;
  readonly reading: Reading;
  readonly table?: TableFacts | undefined;
  readonly description?: Description | undefined;
  readonly recipe?: Recipe | undefined;
  readonly learners: readonly LearnerFacts[];
  readonly model?: ModelFacts | undefined;
  /** The recipe that `model` was learned by. */
  readonly grownBy?: Recipe | undefined;
  /** What a person changed, in order; the first `done` of them are in the model, the others can be done again. */
  readonly edits: readonly Edit[];
  readonly done: number;
  /** The scores before the last edit. */
  readonly before?: Pick<ModelFacts, "train" | "validation"> | undefined;
  /** By cross-validation, of the tree as grown. */
  readonly validation?: Score | undefined;
  /** On the sealed rows, once it has been looked at; and how often that was done with this table. */
  readonly sealed?: Score | undefined;
  readonly looks: number;
  /** What a node would be, while a person considers it. */
  readonly ghost?: Ghost | undefined;
  readonly selected: number;
  readonly row?: RowAnswer | undefined;
  readonly view: View;
  readonly job?: Job | undefined;
  readonly validating: boolean;
  readonly fault?: Fault | undefined;
  /** Said to screen readers. */
  readonly news: string;
  readonly isHelpOpen: boolean;
  readonly isPaletteOpen: boolean;
  /** The lesson on the screen, and its step; otherwise the open table is watched. */
  readonly lesson?: { readonly id: string; readonly step: number } | undefined;
}

export const START: StudioState = {
  screen: "data",
  theme: "system",
  reading: { types: {} },
  learners: [],
  edits: [],
  done: 0,
  selected: 0,
  view: { form: "tree", collapsed: new Set(), root: 0, query: "" },
  validating: false,
  news: "",
  isHelpOpen: false,
  isPaletteOpen: false,
  looks: 0,
};
