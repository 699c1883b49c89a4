import {
  type CallCredentials,
  type ChannelCredentials,
  Client,
  type ClientReadableStream,
  credentials,
  Metadata,
  type ServiceError,
} from "@grpc/grpc-js";
import type { SparkAddress } from "./address.js";
import { CallError, failureOf } from "./failures.js";
import { type Message, Received } from "./protobuf.js";

const SERVICE = "/spark.connect.SparkConnectService/";
/** The server's own limit; batches of rows are far smaller. */
const MOST_BYTES = 128 * 1024 * 1024;

const encoded = (message: Message): Buffer => Buffer.from(message.encode());
const received = (bytes: Buffer): Received => new Received(bytes);

/** The calls of the service: a request is a message, an answer is what was received. Failures are `CallError`s. */
export class SparkService {
  private readonly client: Client;
  private readonly headers = new Metadata();

  constructor({ host, port, isSecure, token, headers }: SparkAddress) {
    for (const [name, value] of Object.entries(headers)) this.headers.set(name, value);
    // Without encryption a token may only go to this machine; gRPC itself would refuse to send it.
    if (token !== undefined && !isSecure) this.headers.set("authorization", `Bearer ${token}`);
    this.client = new Client(`${host}:${port}`, channel(isSecure, token), {
      "grpc.max_receive_message_length": MOST_BYTES,
      "grpc.max_send_message_length": MOST_BYTES,
      // Calls are repeated by our own rules.
      "grpc.enable_retries": 0,
    });
  }

  call(name: string, request: Message): Promise<Received> {
    return new Promise((resolve, reject) => {
      this.client.makeUnaryRequest(
        SERVICE + name,
        encoded,
        received,
        request,
        this.headers,
        (error, response) => {
          if (error === null) resolve(response!);
          else reject(new CallError(failureOf(error)));
        },
      );
    });
  }

  /** The messages of a stream, until it ends or fails. Whoever stops early ends the call. */
  async *stream(name: string, request: Message, signal?: AbortSignal): AsyncGenerator<Received> {
    const call: ClientReadableStream<Received> = this.client.makeServerStreamRequest(
      SERVICE + name,
      encoded,
      received,
      request,
      this.headers,
    );
    const stop = () => call.cancel();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      if (signal?.aborted) stop();
      yield* call as AsyncIterable<Received>;
    } catch (error) {
      throw isServiceError(error) ? new CallError(failureOf(error)) : error;
    } finally {
      signal?.removeEventListener("abort", stop);
      call.cancel();
    }
  }

  close(): void {
    this.client.close();
  }
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "details" in error;
}

function channel(isSecure: boolean, token: string | undefined): ChannelCredentials {
  if (!isSecure) return credentials.createInsecure();
  const secure = credentials.createSsl();
  return token === undefined ? secure : credentials.combineChannelCredentials(secure, bearer(token));
}

function bearer(token: string): CallCredentials {
  return credentials.createFromMetadataGenerator((_, done) => {
    const headers = new Metadata();
    headers.set("authorization", `Bearer ${token}`);
    done(null, headers);
  });
}
