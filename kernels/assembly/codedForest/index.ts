export { judge, startBag } from "../forest/judge";
export { codedArena, growCoded, nextCoded, startCoded } from "./grow";
