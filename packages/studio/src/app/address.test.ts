import { expect, it } from "vitest";
import { addressOf, placeOf } from "./address.js";

it.each([
  ["#/tree", { screen: "tree", lesson: undefined }],
  ["#/watch", { screen: "watch", lesson: undefined }],
  ["#/lesson/tennis/3", { screen: "watch", lesson: { id: "tennis", step: 2 } }],
] as const)("the address %s is read and written", (hash, place) => {
  expect(placeOf(hash)).toEqual(place);
  expect(addressOf(place)).toBe(hash);
});

it("an address of a lesson without a step leads to its first", () => {
  expect(placeOf("#/lesson/ripper")).toEqual({ screen: "watch", lesson: { id: "ripper", step: 0 } });
  expect(placeOf("#/lesson/ripper/0")).toEqual({ screen: "watch", lesson: { id: "ripper", step: 0 } });
});

it.each(["", "#", "#/nowhere", "#/tree/x", "#open=abc/file", "#/lesson/../../x", "#/lesson/a b"])(
  "no address: %s",
  (hash) => {
    expect(placeOf(hash)).toBeUndefined();
  },
);
