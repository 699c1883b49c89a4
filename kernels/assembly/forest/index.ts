export { extraArena, growExtra } from "./extra";
