import { useCallback, useEffect, useState } from "react";

export interface Player {
  readonly at: number;
  readonly last: number;
  readonly isPlaying: boolean;
  go(to: number): void;
  play(): void;
  pause(): void;
}

/** A place in a sequence of steps from 0 to `last` that moves on by itself while it is played. */
export function usePlayer(last: number, wait: number, isPlayedAtFirst = false): Player {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(isPlayedAtFirst);
  const go = useCallback((to: number) => setAt(Math.max(0, Math.min(last, to))), [last]);
  useEffect(() => {
    if (!isPlaying || at >= last) return;
    const timer = setTimeout(() => setAt(at + 1), wait);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last, wait]);
  useEffect(() => {
    if (isPlaying && at >= last) setPlaying(false);
  }, [isPlaying, at, last]);
  return {
    at: Math.min(at, last),
    last,
    isPlaying: isPlaying && at < last,
    go: (to) => {
      setPlaying(false);
      go(to);
    },
    play: () => {
      if (at >= last) setAt(0);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
  };
}
