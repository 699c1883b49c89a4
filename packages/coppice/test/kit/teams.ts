import { beforeAll } from "vitest";
import { SoloTeam, type Team } from "../../src/kernels/team.js";
import { testTeam } from "../testTeam.js";

/** Teams of 1, 2 and 4 threads, which are there when the tests of the file run. */
export function teamsOfThreads(): readonly Team[] {
  const teams: Team[] = [];
  beforeAll(async () => {
    teams.push(new SoloTeam(), await testTeam(2), await testTeam(4));
  });
  return teams;
}
