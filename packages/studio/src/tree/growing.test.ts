import { fitSync } from "coppice";
import { tennis } from "coppice/synthetic";
import { expect, it } from "vitest";
import { treeView } from "../work/treeView.js";
import { dotColours, emerging, narrowed, partOf } from "./growing.js";
import { sceneOf } from "./scene.js";

const whole = sceneOf(treeView(fitSync(tennis(), { target: "Play", learner: "id3" })), "tree", () => false);

const part = partOf(whole, (node) => node !== 0);

it("a growing tree keeps every node where it will be, and does not tell the tests of those not divided yet", () => {
  expect([...part.nodes]).toEqual([0, 1, 5, 6]);
  part.nodes.forEach((node, i) => {
    expect([part.x[i], part.y[i]]).toEqual([whole.x[whole.place[node]], whole.y[whole.place[node]]]);
  });
  expect(part.bounds).toEqual(whole.bounds);
  expect([...part.tree.attribute]).toEqual([0, -1, -1, -1, -1, -1, -1, -1, -1]);
});

it("a growing tree lets branches come out of their node", () => {
  const half = emerging(part, 0, 0.5);
  expect(half.y[1]).toBe((part.y[0] + part.y[1]) / 2);
  expect(half.x[1]).toBe((part.x[0] + part.x[1]) / 2);
  expect(emerging(part, 0, 0).x[1]).toBe(part.x[0]);
  expect(emerging(part, 0, 1)).toBe(part);
  expect(emerging(part, -1, 0.5)).toBe(part);
});

it("a growing tree has dots by the classes of the rows", () => {
  // Rainy: three days with play, two without.
  const colours = dotColours(whole, 6, 5);
  const { groupColours } = whole.tree.target;
  expect(colours.filter((colour) => colour === groupColours[0])).toHaveLength(3);
  expect(colours.filter((colour) => colour === groupColours[1])).toHaveLength(2);
});

it("a growing tree can be made narrower", () => {
  const narrow = narrowed(whole, 0.5);
  expect(narrow.bounds).toEqual({ width: whole.bounds.width / 2, height: whole.bounds.height });
  expect(narrow.x[3]).toBe(whole.x[3] / 2);
});
