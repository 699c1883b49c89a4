export { codedArena, growCoded } from "./grow";
