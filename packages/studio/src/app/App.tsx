import { lazy, Suspense, useEffect, useRef } from "react";
import { percent, shown } from "../base/text.js";
import { DataScreen } from "../data/DataScreen.js";
import { sourceOf } from "../data/openFile.js";
import { TreeScreen } from "../grow/TreeScreen.js";
import { RulesScreen } from "../rules/RulesScreen.js";
import { CompareScreen } from "../runs/CompareScreen.js";
import { useStudio, useStudioState } from "../state/context.js";
import { SCREENS, type Screen, type ThemeChoice } from "../state/types.js";
import { Icon } from "../ui/Icons.js";
import { UnderstandScreen } from "../understand/UnderstandScreen.js";
import { ExportMenu } from "./ExportMenu.js";
import { Guard } from "./Guard.js";
import { Help } from "./Help.js";
import { Palette } from "./Palette.js";

/** With the lessons: loaded when it is opened. */
const WatchScreen = lazy(() => import("./WatchScreen.js"));

const TITLES: Readonly<Record<Screen, string>> = {
  data: "Data",
  tree: "Tree",
  rules: "Rules",
  understand: "Understand",
  compare: "Compare",
  watch: "Watch",
};

export function App() {
  const screen = useStudioState((state) => state.screen);
  useTheme();
  useTitle();
  useUndoKeys();
  useDrops();
  const studio = useStudio();
  return (
    <div className="shell">
      <Header />
      <Guard key={screen} onReset={() => studio.go("data")}>
        {screen === "data" && <DataScreen />}
        {screen === "tree" && <TreeScreen />}
        {screen === "rules" && <RulesScreen />}
        {screen === "understand" && <UnderstandScreen />}
        {screen === "compare" && <CompareScreen />}
        {screen === "watch" && (
          <Suspense fallback={<main className="page" />}>
            <WatchScreen />
          </Suspense>
        )}
      </Guard>
      <Notices />
      <Help />
      <Palette />
    </div>
  );
}

function useTheme(): void {
  const theme = useStudioState((state) => state.theme);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
}

/** A file may be dropped anywhere: the browser would leave the page for it. */
function useDrops(): void {
  const studio = useStudio();
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      // The drop zone has taken its own.
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) void sourceOf(file, file.name).then((source) => studio.open(source));
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, [studio]);
}

/** Undo and redo wherever the focus is, except in a field, which has its own. */
function useUndoKeys(): void {
  const studio = useStudio();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest("input, textarea") !== null;
      if (isTyping || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      void (key === "y" || event.shiftKey ? studio.editing.redo() : studio.editing.undo());
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [studio]);
}

function useTitle(): void {
  const name = useStudioState((state) => (state.source?.isWelcome ? undefined : state.source?.name));
  useEffect(() => {
    document.title = name === undefined ? "Coppice studio" : `${shown(name, 60)} – Coppice studio`;
  }, [name]);
}

function Header() {
  const studio = useStudio();
  const screen = useStudioState((state) => state.screen);
  const source = useStudioState((state) => state.source);
  const target = useStudioState((state) => state.recipe?.target);
  return (
    <header className="bar">
      <span className="brand">
        <Icon name="mark" size={22} /> Coppice
      </span>
      <nav className="tabs" aria-label="Screens">
        {SCREENS.map((each) => (
          <button
            key={each}
            type="button"
            {...(screen === each && { "aria-current": "page" as const })}
            onClick={() => studio.go(each)}
          >
            {TITLES[each]}
          </button>
        ))}
      </nav>
      {source && !source.isWelcome && (
        <span className="file">
          <bdi>{shown(source.name, 60)}</bdi>
          {target !== undefined && (
            <>
              {" ▸ "}
              <bdi>{shown(target, 40)}</bdi>
            </>
          )}
        </span>
      )}
      <div className="end">
        <button
          type="button"
          className="quiet small palette-button"
          aria-label="Commands, Ctrl+K"
          onClick={() => studio.store.set({ isPaletteOpen: true })}
        >
          <kbd>Ctrl K</kbd>
        </button>
        <ExportMenu />
        <ThemeButton />
        <button
          type="button"
          className="quiet icon"
          aria-label="Keys and help"
          onClick={() => studio.store.set({ isHelpOpen: true })}
        >
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}

const NEXT: Readonly<Record<ThemeChoice, ThemeChoice>> = { system: "light", light: "dark", dark: "system" };
const THEME_ICONS = { system: "auto", light: "sun", dark: "moon" } as const;

function ThemeButton() {
  const studio = useStudio();
  const theme = useStudioState((state) => state.theme);
  return (
    <button
      type="button"
      className="quiet icon"
      aria-label={`Theme: ${theme}. Change to ${NEXT[theme]}`}
      onClick={() => studio.setTheme(NEXT[theme])}
    >
      <Icon name={THEME_ICONS[theme]} />
    </button>
  );
}

/** Long work with a way to stop it, what went wrong, and what screen readers are told. */
function Notices() {
  const studio = useStudio();
  const job = useStudioState((state) => state.job);
  const fault = useStudioState((state) => state.fault);
  const news = useStudioState((state) => state.news);
  const close = useRef<HTMLButtonElement>(null);
  return (
    <>
      {job && (
        <div className="job floating">
          <span>{job.label}</span>
          <progress aria-label={job.label} {...(job.done > 0 && { value: job.done })} />
          {job.done > 0 && <span className="muted">{percent(job.done)}</span>}
          <button type="button" className="small" onClick={() => studio.cancel()}>
            Cancel
          </button>
        </div>
      )}
      {fault && (
        <div className="fault floating" role="alert">
          <p>
            {fault.line !== undefined && `Line ${fault.line}: `}
            {fault.message}
          </p>
          <button ref={close} type="button" className="small" onClick={() => studio.dismiss()}>
            Dismiss
          </button>
        </div>
      )}
      <div className="hidden-text" role="status">
        {news}
      </div>
    </>
  );
}
