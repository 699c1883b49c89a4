import { createRoot } from "react-dom/client";
import { sourceOf } from "../data/openFile.js";
import { openSample } from "../data/Samples.js";
import { StudioContext } from "../state/context.js";
import { kept } from "../state/keep.js";
import { runsOf } from "../state/runs.js";
import { SAMPLES } from "../state/samples.js";
import { Studio } from "../state/studio.js";
import { App } from "./App.js";
import { followAddress, placeOf } from "./address.js";
import "./styles/all.css";

const studio = new Studio(
  () => new Worker(new URL("assets/studioWorker.js", document.baseURI), { type: "module" }),
);

// From the beginning, so that no run is missed.
runsOf(studio);

createRoot(document.getElementById("studio")!).render(
  <StudioContext value={studio}>
    <App />
  </StudioContext>,
);

/** For tests. */
Object.assign(globalThis, { studio });

void begin();

/** What the command was given, or what was open before, or the sample. */
async function begin(): Promise<void> {
  const linked = placeOf(location.hash);
  const given = /^#open=([\w-]+)\/(.+)$/.exec(location.hash);
  if (given !== null) {
    const [, key, name] = given;
    history.replaceState(null, "", location.pathname);
    followAddress(studio);
    const response = await fetch(new URL(`given/${key}`, document.baseURI));
    if (response.ok && !studio.isInUse)
      return studio.open(await sourceOf(await response.blob(), decodeURIComponent(name)));
  }
  const before = await kept();
  const screen = linked?.screen ?? before?.screen;
  followAddress(studio);
  // Whoever is quick opens a table meanwhile.
  if (studio.isInUse) return;
  if (before !== undefined) return studio.restore({ ...before, ...(screen && { screen }) });
  await openSample(studio, SAMPLES[0], true);
}

if ("serviceWorker" in navigator && isSecureContext) {
  // Offline after the first visit; without it everything else works.
  navigator.serviceWorker.register(new URL("offline.js", document.baseURI)).catch(() => undefined);
}
