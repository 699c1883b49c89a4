import { build } from "./lib/build.mjs";
import { install } from "./lib/install.mjs";
import { main } from "./lib/main.mjs";

await main(async () => {
  await install();
  await build();
});
