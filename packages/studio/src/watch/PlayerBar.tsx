import { useId } from "react";
import { Icon } from "../ui/Icons.js";
import type { Player } from "../ui/usePlayer.js";

/** Milliseconds per step. */
export const SPEEDS = { slow: 2600, normal: 1300, fast: 450 } as const;
export type Speed = keyof typeof SPEEDS;

interface Props {
  readonly player: Player;
  readonly speed: Speed;
  readonly onSpeed: (speed: Speed) => void;
  /** What a place of the scrubber is, in words. */
  readonly words: string;
}

export function PlayerBar({ player, speed, onSpeed, words }: Props) {
  const { at, last, isPlaying } = player;
  const id = useId();
  return (
    <section className="player" aria-label="Steps">
      <div className="row">
        <button
          type="button"
          className="quiet icon"
          aria-label="Back to the beginning"
          disabled={at === 0}
          onClick={() => player.go(0)}
        >
          <Icon name="first" />
        </button>
        <button
          type="button"
          className="quiet icon"
          aria-label="Step back"
          disabled={at === 0}
          onClick={() => player.go(at - 1)}
        >
          <Icon name="back" />
        </button>
        <button
          type="button"
          className="primary"
          onClick={() => (isPlaying ? player.pause() : player.play())}
        >
          <Icon name={isPlaying ? "pause" : "play"} /> {isPlaying ? "Pause" : "Play"}
        </button>
        <button type="button" disabled={at >= last} onClick={() => player.go(at + 1)}>
          Step <Icon name="next" />
        </button>
      </div>
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={words}
        min={0}
        max={last}
        value={at}
        onChange={(event) => player.go(Number(event.target.value))}
      />
      <output className="small-text muted" data-step={at}>
        {at} of {last}
      </output>
      <span className="row small-text">
        <label htmlFor={id}>Speed</label>
        <select id={id} value={speed} onChange={(event) => onSpeed(event.target.value as Speed)}>
          {Object.keys(SPEEDS).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </span>
    </section>
  );
}

/** P plays and pauses, a full stop steps on, a comma steps back. */
export function playerKey(player: Player, event: React.KeyboardEvent): void {
  const isTyping =
    event.target instanceof HTMLElement && event.target.closest("input:not([type=range]), select");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = {
    p: () => (player.isPlaying ? player.pause() : player.play()),
    ".": () => player.go(player.at + 1),
    ",": () => player.go(player.at - 1),
  }[event.key.toLowerCase()];
  if (act === undefined) return;
  event.preventDefault();
  act();
}
