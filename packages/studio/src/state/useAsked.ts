import { useEffect, useState } from "react";
import { WorkError } from "../work/client.js";
import type { RequestName, Requests } from "../work/exchange.js";
import { useStudio } from "./context.js";

export interface Asked<T> {
  readonly answer?: T;
  /** The answer to an earlier question is shown until the new one is there. */
  readonly isOld: boolean;
  readonly fault?: string;
}

/** The worker's answer to a question, asked again when it changes, or `about`: what the answer depends on besides. */
export function useAsked<N extends RequestName>(
  name: N,
  args: Requests[N]["args"] | undefined,
  about: unknown,
): Asked<Requests[N]["result"]> {
  const studio = useStudio();
  const question = args === undefined ? undefined : JSON.stringify(args);
  const [found, setFound] = useState<{
    readonly about: unknown;
    readonly question: string;
    readonly answer?: Requests[N]["result"];
    readonly fault?: string;
  }>();
  useEffect(() => {
    if (question === undefined) return;
    let isWanted = true;
    studio.ask(name, JSON.parse(question)).then(
      (answer) => isWanted && setFound({ about, question, answer }),
      (error) => {
        if (!(error instanceof WorkError)) throw error;
        if (isWanted) setFound({ about, question, fault: error.message });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [studio, name, question, about]);
  if (found === undefined || found.about !== about) return { isOld: true };
  const { answer, fault } = found;
  return {
    isOld: found.question !== question,
    ...(answer !== undefined && { answer }),
    ...(fault !== undefined && { fault }),
  };
}
