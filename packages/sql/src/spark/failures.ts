import { type ServiceError, status } from "@grpc/grpc-js";
import { CoppiceError } from "coppice";
import { Received } from "./protobuf.js";

/** What a failed call says beside its code: the reason, and whether and when to try again. */
export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly errorClass?: string | undefined;
  /** Under which the server keeps the whole message. */
  readonly errorId?: string | undefined;
  readonly mayRetry: boolean;
  /** Milliseconds that the server asks to wait. */
  readonly wait?: number | undefined;
}

/** A failed call of the service, before it is known whether it is tried again. */
export class CallError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

const DETAILS = "grpc-status-details-bin";

export function failureOf(error: ServiceError): Failure {
  const { code, details } = error;
  const parts = detailsOf(error);
  const info = parts.get("google.rpc.ErrorInfo");
  const facts = new Map(info?.messages(3).map((entry) => [entry.text(1), entry.text(2)]));
  const retry = parts.get("google.rpc.RetryInfo");
  const delay = retry?.message(1);
  const isLostCursor = code === status.INTERNAL && /INVALID_CURSOR\.DISCONNECTED/.test(details);
  return {
    code,
    message: details || error.message,
    errorClass: facts.get("errorClass"),
    errorId: facts.get("errorId"),
    mayRetry: code === status.UNAVAILABLE || isLostCursor || retry !== undefined,
    ...(delay && { wait: (delay.whole(1) ?? 0) * 1000 + Math.ceil((delay.whole(2) ?? 0) / 1e6) }),
  };
}

/** The parts of google.rpc.Status by the names of their types. */
function detailsOf({ metadata }: ServiceError): Map<string, Received> {
  const [packed] = metadata?.get(DETAILS) ?? [];
  if (!(packed instanceof Uint8Array)) return new Map();
  try {
    const parts = new Received(packed).messages(3);
    return new Map(
      parts.map((part) => [
        (part.text(1) ?? "").replace(/^.*\//, ""),
        new Received(part.bytes(2) ?? NOTHING),
      ]),
    );
  } catch {
    // What cannot be read is left out: the call failed all the same.
    return new Map();
  }
}

const NOTHING = new Uint8Array();

/** The server does not know the operation: it never arrived, or its results were dropped. */
export function isForgotten({ message }: Failure): boolean {
  return /INVALID_HANDLE\.(OPERATION_NOT_FOUND|OPERATION_ABANDONED)/.test(message);
}

/** The server does not know the session any more: it was restarted, or the session was idle for too long. */
export function isLostSession({ message }: Failure): boolean {
  return /INVALID_HANDLE\.SESSION_(NOT_FOUND|CLOSED|CHANGED)/.test(message);
}

const WORDS: ReadonlyMap<number, string> = new Map([
  [status.UNAVAILABLE, "cannot be reached"],
  [status.UNAUTHENTICATED, "does not accept the token"],
  [status.PERMISSION_DENIED, "does not permit this"],
  [status.RESOURCE_EXHAUSTED, "sent or got a message that is too large"],
]);

/** The failure as users see it. */
export function asError(failure: Failure, server: string): CoppiceError {
  const { code, message, errorClass } = failure;
  if (code === status.CANCELLED || /OPERATION_CANCELED/.test(message))
    return new CoppiceError("ABORTED", `Spark at ${server}: it was interrupted`);
  const lost = isLostSession(failure) ? "has lost the session: it was restarted, or idle for too long" : "";
  const words = lost || WORDS.get(code) || "rejects a statement";
  return new CoppiceError("DATABASE", `Spark at ${server} ${words}: ${message}`, {
    name: "spark",
    ...(errorClass !== undefined && { rule: errorClass }),
    value: message,
  });
}
