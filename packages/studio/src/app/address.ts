import type { Studio } from "../state/studio.js";
import { SCREENS, type Screen, type StudioState } from "../state/types.js";

type Place = Pick<StudioState, "screen" | "lesson">;

/** What an address shows: `#/tree`, or `#/lesson/tennis/3`, where 3 is the third step. */
export function placeOf(hash: string): Place | undefined {
  const [, head = "", id, step] = /^#\/([a-z]+)(?:\/([\w-]+))?(?:\/(\d{1,4}))?$/.exec(hash) ?? [];
  if (head === "lesson" && id !== undefined) {
    return { screen: "watch", lesson: { id, step: Math.max(0, Number(step ?? 1) - 1) } };
  }
  const screen = SCREENS.find((each) => each === head) as Screen | undefined;
  return screen === undefined || id !== undefined ? undefined : { screen, lesson: undefined };
}

export function addressOf({ screen, lesson }: Place): string {
  return screen === "watch" && lesson ? `#/lesson/${lesson.id}/${lesson.step + 1}` : `#/${screen}`;
}

/** Keeps the address and the screen in step, so that both can be linked to, and the browser's way back works. */
export function followAddress(studio: Studio): void {
  const { store } = studio;
  const show = () => {
    const place = placeOf(location.hash);
    if (place && addressOf(place) !== addressOf(store.get())) store.set(place);
  };
  show();
  addEventListener("hashchange", show);
  let last = addressOf(store.get());
  store.subscribe(() => {
    const next = addressOf(store.get());
    if (next === last) return;
    // A step of a lesson is not a place to go back to.
    const isStep = next.replace(/\/\d+$/, "") === last.replace(/\/\d+$/, "");
    last = next;
    if (next === location.hash) return;
    if (isStep) history.replaceState(null, "", next);
    else history.pushState(null, "", next);
  });
}
