/** Kernel modules received by messages, for the thread that instantiates them in order. */
export class ModuleQueue {
  private readonly arrived: WebAssembly.Module[] = [];
  private readonly waiting: ((module: WebAssembly.Module) => void)[] = [];

  add(module: WebAssembly.Module): void {
    const take = this.waiting.shift();
    if (take) take(module);
    else this.arrived.push(module);
  }

  async next(): Promise<WebAssembly.Module> {
    return this.arrived.shift() ?? new Promise((resolve) => this.waiting.push(resolve));
  }
}
