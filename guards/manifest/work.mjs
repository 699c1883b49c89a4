/**
 * A process that runs cases: `node work.mjs <root>`, with `{ part, keys, detail }` by message. Each outcome is sent as soon as it is
 * known.
 */
import { closeTeam } from "./engines.mjs";
import { watchKernels } from "./kernels.mjs";
import { partNamed } from "./parts.mjs";
import { loadProduct } from "./product.mjs";

const product = await loadProduct(process.argv[2]);
const kernelsUsed = watchKernels(product.kernels);
// The library tells a page's developer why no worker was started.
console.debug = () => {};

const send = (message) => new Promise((sent) => process.send(message, sent));

process.on("message", async ({ part, keys, detail }) => {
  const { cases, outcomeOf } = await partNamed(part, product, kernelsUsed);
  const wanted = new Map(cases.map((one) => [one.key, one]));
  for (const key of keys) {
    const begun = process.cpuUsage();
    const { text, beside = "", detail: whole } = await outcomeOf(wanted.get(key));
    const { user, system } = process.cpuUsage(begun);
    await send({
      key,
      texts: [text, beside],
      cpu: (user + system) / 1e6,
      ...(detail && { detail: whole() }),
    });
  }
  await closeTeam();
  await send({ done: true });
  process.exit();
});
await send({ ready: true });
