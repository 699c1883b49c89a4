import {
  Metadata,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import { Message, Received } from "../../src/spark/protobuf.js";

/** What happens to a stream after some responses: it is cut, ended too early, or the server has forgotten it. */
export interface Interruption {
  readonly after: number;
  readonly by: "cut" | "end" | "forget" | "refuse";
}

type Streaming = ServerWritableStream<Received, Message>;
type Unary = ServerUnaryCall<Received, Message>;

const NAME = "/spark.connect.SparkConnectService/";

function method(name: string, responseStream: boolean): MethodDefinition<Received, Message> {
  return {
    path: NAME + name,
    requestStream: false,
    responseStream,
    requestSerialize: () => Buffer.of(),
    requestDeserialize: (bytes) => new Received(bytes),
    responseSerialize: (message) => Buffer.from(message.encode()),
    responseDeserialize: () => new Message(),
  };
}

/** A server that answers every plan with the numbers 0, 1, 2, …, one per response, and loses connections as it is told to. */
export class FakeServer {
  readonly calls: string[] = [];
  readonly headers: Metadata[] = [];
  private readonly server = new Server();
  private readonly known = new Set<string>();
  address = "";

  constructor(
    private readonly responses: number,
    private readonly interruptions: Interruption[],
  ) {
    const streaming = (name: string) => (call: Streaming) => this.stream(name, call);
    const unary = (name: string) => (call: Unary, done: sendUnaryData<Message>) =>
      this.answer(name, call, done);
    this.server.addService(
      {
        ExecutePlan: method("ExecutePlan", true),
        ReattachExecute: method("ReattachExecute", true),
        ...Object.fromEntries(UNARY.map((name) => [name, method(name, false)])),
      },
      {
        ExecutePlan: streaming("ExecutePlan"),
        ReattachExecute: streaming("ReattachExecute"),
        ...Object.fromEntries(UNARY.map((name) => [name, unary(name)])),
      },
    );
  }

  static async start(responses: number, interruptions: Interruption[] = []): Promise<FakeServer> {
    const fake = new FakeServer(responses, interruptions);
    const port = await new Promise<number>((resolve, reject) =>
      fake.server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, found) =>
        error ? reject(error) : resolve(found),
      ),
    );
    fake.address = `sc://127.0.0.1:${port}`;
    return fake;
  }

  close(): void {
    this.server.forceShutdown();
  }

  private answer(name: string, call: Unary, done: sendUnaryData<Message>): void {
    this.calls.push(name);
    this.headers.push(call.metadata);
    if (name === "FetchErrorDetails")
      done(null, new Message().whole(1, 0).message(2, new Message().text(2, "the whole message")));
    else done(null, new Message().text(15, "server session").message(8, new Message().text(1, "fake")));
  }

  private stream(name: string, call: Streaming): void {
    this.calls.push(name);
    const operation = call.request.text(name === "ExecutePlan" ? 6 : 3) ?? "";
    if (name === "ReattachExecute" && !this.known.has(operation)) {
      fail(call, status.NOT_FOUND, "[INVALID_HANDLE.OPERATION_NOT_FOUND] no such operation");
      return;
    }
    const interruption = this.interruptions.shift();
    // A plan that never arrived.
    if (interruption?.by !== "forget" || interruption.after > 0) this.known.add(operation);
    const last = name === "ReattachExecute" ? call.request.text(5) : undefined;
    const first = last === undefined ? 0 : Number(last) + 1;
    const end = Math.min(this.responses, interruption ? first + interruption.after : this.responses);
    for (let i = first; i < end; i++) call.write(numberResponse(i));
    this.finish(call, operation, interruption);
  }

  private finish(call: Streaming, operation: string, interruption: Interruption | undefined): void {
    if (interruption === undefined) {
      call.write(new Message().text(13, "last").message(14, new Message()));
      call.end();
    } else if (interruption.by === "end") call.end();
    else if (interruption.by === "refuse") failWithDetails(call);
    else {
      if (interruption.by === "forget") this.known.delete(operation);
      fail(call, status.UNAVAILABLE, "the connection was cut");
    }
  }
}

const UNARY = ["AnalyzePlan", "Config", "ReleaseExecute", "Interrupt", "ReleaseSession", "FetchErrorDetails"];

function numberResponse(i: number): Message {
  const rows = tableToIPC(tableFromArrays({ number: Float64Array.of(i) }), "stream");
  return new Message().text(13, String(i)).message(2, new Message().whole(1, 1).bytes(2, rows));
}

function fail(call: Streaming, code: status, details: string): void {
  call.emit("error", { code, details });
}

/** A statement that the server rejects, with google.rpc.ErrorInfo. */
function failWithDetails(call: Streaming): void {
  const entry = (key: string, value: string) => new Message().text(1, key).text(2, value);
  const info = new Message()
    .text(1, "reason")
    .message(3, entry("errorClass", "PARSE_SYNTAX_ERROR"))
    .message(3, entry("errorId", "17"));
  const part = new Message().text(1, "type.googleapis.com/google.rpc.ErrorInfo").bytes(2, info.encode());
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(new Message().whole(1, 13).message(3, part).encode()));
  call.emit("error", { code: status.INTERNAL, details: "cut sho", metadata });
}
