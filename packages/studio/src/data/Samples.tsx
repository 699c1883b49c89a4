import { useStudio } from "../state/context.js";
import { SAMPLES, type Sample } from "../state/samples.js";

export async function openSample(
  studio: ReturnType<typeof useStudio>,
  sample: Sample,
  isWelcome = false,
): Promise<void> {
  const response = await fetch(new URL(`samples/${sample.file}`, document.baseURI));
  if (!response.ok) return;
  const content = await response.blob();
  if (isWelcome && studio.isInUse) return;
  const source = { name: sample.file, content, kind: "table", ...(isWelcome && { isWelcome }) } as const;
  await studio.open(source, { target: sample.target });
}

export function Samples() {
  const studio = useStudio();
  return (
    <section className="stack" aria-label="Samples">
      <h3>Or try a sample</h3>
      <div className="samples">
        {SAMPLES.map((sample) => (
          <button type="button" key={sample.file} onClick={() => void openSample(studio, sample)}>
            {sample.title}
            <span className="muted">{sample.about}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
