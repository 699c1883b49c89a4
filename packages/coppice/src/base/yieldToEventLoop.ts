/** Lets pending events, timers and rendering run, by the host's fastest means: a timer may sleep for milliseconds. */
export function yieldToEventLoop(): Promise<void> {
  const { setImmediate: soon } = globalThis as { setImmediate?: (run: () => void) => void };
  if (soon) return new Promise((resolve) => soon(resolve));
  if (typeof MessageChannel === "undefined") return new Promise((resolve) => setTimeout(resolve, 0));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
