import type { AddressInfo } from "node:net";
import { createServer, connect as dial, type Server, type Socket } from "node:net";

/** Stands between client and server, and cuts all connections when it is told to. */
export class CuttingProxy {
  cuts = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly parameters: string,
  ) {}

  get address(): string {
    return `sc://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.parameters}`;
  }

  static to(address: string): Promise<CuttingProxy> {
    const { hostname, port, pathname } = new URL(address.replace("sc:", "http:"));
    const server = createServer((near) => {
      const far = dial(Number(port), hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        proxy.sockets.add(one);
        one.pipe(other);
        one.on("error", () => undefined).on("close", () => other.destroy());
      }
    });
    const proxy = new CuttingProxy(server, pathname);
    return new Promise((done) => server.listen(0, "127.0.0.1", () => done(proxy)));
  }

  cut(): void {
    this.cuts++;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
