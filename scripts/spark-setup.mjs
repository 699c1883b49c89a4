// Makes .spark, a Python environment with Spark, numpy and pyarrow, for `npm run test:spark`.  npm run spark:setup
import { main } from "./lib/main.mjs";
import { setUpSpark, sparkObstacle } from "./lib/spark.mjs";

await main(async () => {
  const obstacle = await sparkObstacle();
  if (obstacle !== undefined) throw new Error(obstacle);
  await setUpSpark();
  console.log("Spark is ready: npm run test:spark");
});
