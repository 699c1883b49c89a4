import { createContext, useContext } from "react";
import { useStore } from "./store.js";
import type { Studio } from "./studio.js";
import type { StudioState } from "./types.js";

export const StudioContext = createContext<Studio | undefined>(undefined);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (studio === undefined) throw new Error("no studio");
  return studio;
}

/** A part of the state; `pick` must return the same value while nothing changed. */
export function useStudioState<T>(pick: (state: StudioState) => T): T {
  return useStore(useStudio().store, pick);
}
