import { useEffect, useRef } from "react";
import { useStudio, useStudioState } from "../state/context.js";

const KEYS: readonly (readonly [string, string])[] = [
  ["↓ ↑", "next and previous node"],
  ["→ ←", "open, go to the first branch; close, go to the parent"],
  ["Home End", "first and last node"],
  ["Enter", "open or close the subtree"],
  ["F", "fit the tree to the screen"],
  ["1 2 3", "far, mid, near"],
  ["+ −", "zoom"],
  ["/", "search: words, leaves, n<20, depth=3, purity<80%"],
  ["N", "next match"],
  ["S P R L", "split by another test, prune, regrow, lock the selected node"],
  ["W E A X", "swap with the test below, set the answer of a leaf, annotate, forbid or prefer an attribute"],
  ["X V", "on a test of the list: forbid or prefer its attribute here and below"],
  ["Ctrl+K", "every command by its name"],
  ["Ctrl+Z Ctrl+Y", "undo and redo"],
  ["Esc", "whole tree, no path, no search"],
  ["P . ,", "while watching: play or pause, next step, step back"],
  ["?", "this help"],
];

export function Help() {
  const studio = useStudio();
  const isOpen = useStudioState((state) => state.isHelpOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
      if (event.key === "?" && !isTyping) studio.store.set({ isHelpOpen: true });
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [studio]);
  return (
    <dialog ref={dialog} aria-label="Keys and help" onClose={() => studio.store.set({ isHelpOpen: false })}>
      <div className="stack">
        <h2>Keys in the tree</h2>
        <dl className="keys">
          {KEYS.map(([keys, what]) => (
            <div key={keys} style={{ display: "contents" }}>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">
          Click a node to select it, double-click to see its subtree alone; drag to move, turn the wheel to
          zoom. Your table stays in this browser.
        </p>
        <div>
          <button type="button" onClick={() => studio.store.set({ isHelpOpen: false })}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  );
}
