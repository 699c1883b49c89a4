import { useEffect, useMemo, useRef, useState } from "react";
import { useStudio, useStudioState } from "../state/context.js";
import { type Command, commandsOf, matching } from "./commands.js";

const MOST_SHOWN = 60;

/** Everything that can be done, found by its name: Ctrl+K or ⌘K. */
export function Palette() {
  const studio = useStudio();
  const isOpen = useStudioState((state) => state.isPaletteOpen);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      studio.store.set({ isPaletteOpen: !studio.store.get().isPaletteOpen });
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [studio]);
  return isOpen ? <OpenPalette /> : null;
}

function OpenPalette() {
  const studio = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const commands = useMemo(() => commandsOf(studio), [studio]);
  const found = matching(commands, query).slice(0, MOST_SHOWN);
  const at = Math.min(chosen, found.length - 1);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  useEffect(() => {
    document.getElementById(`command-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const close = () => studio.store.set({ isPaletteOpen: false });
  const run = (command: Command | undefined) => {
    close();
    // After the dialog has given the focus back: some commands move it.
    if (command) setTimeout(() => void command.run());
  };
  return (
    <dialog ref={dialog} className="palette" aria-label="Commands" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls="commands"
        {...(at >= 0 && { "aria-activedescendant": `command-${at}` })}
        placeholder="What would you like to do?"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) setChosen(Math.max(0, Math.min(found.length - 1, at + step)));
          else if (event.key === "Enter") run(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <div role="listbox" id="commands" aria-label="Commands">
        {found.map((command, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={`${command.group} ${command.title}`}
            id={`command-${i}`}
            role="option"
            aria-selected={i === at}
            onPointerMove={() => setChosen(i)}
            onClick={() => run(command)}
          >
            <span className="group">{command.group}</span>
            <bdi>{command.title}</bdi>
            {command.key && <kbd>{command.key}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="muted">Nothing of that name.</p>}
    </dialog>
  );
}
