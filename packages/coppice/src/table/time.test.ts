import fc from "fast-check";
import { expect, test } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import type { TimeNotation } from "./schema.js";
import { calendarDay, splitTime, timeReader, timeText } from "./time.js";
import { partValue } from "./timeParts.js";

const read = (text: string, order?: "dmy" | "mdy", shows: TimeNotation["shows"] = "date-time") =>
  timeReader({ kind: "time", shows, ...(order && { order }) })(text);
const iso = (text: string) => new Date(`${text}Z`).getTime();

test.each([
  ["2024-03-15", undefined, "2024-03-15T00:00"],
  ["2024/3/5", undefined, "2024-03-05T00:00"],
  ["2024-03", undefined, "2024-03-01T00:00"],
  ["15.03.2024", "dmy", "2024-03-15T00:00"],
  ["3/4/2024", "dmy", "2024-04-03T00:00"],
  ["3/4/2024", "mdy", "2024-03-04T00:00"],
  ["3/4/24", "mdy", "2024-03-04T00:00"],
  ["3/4/69", "mdy", "1969-03-04T00:00"], // POSIX: 69 to 99 are of the last century
  ["15-Mar-24", undefined, "2024-03-15T00:00"],
  ["15 March 2024", undefined, "2024-03-15T00:00"],
  ["Sept 5, 2024", undefined, "2024-09-05T00:00"],
  ["2024-03-15T14:05", undefined, "2024-03-15T14:05"],
  ["2024-03-15 14:05:09.25", undefined, "2024-03-15T14:05:09.250"],
  ["2024-03-15T14:05:00Z", undefined, "2024-03-15T14:05"],
  ["2024-03-15T14:05:00+02:00", undefined, "2024-03-15T12:05"],
  ["2024-03-15T14:05-0530", undefined, "2024-03-15T19:35"],
  ["3/15/2024 2:05 PM", "mdy", "2024-03-15T14:05"],
  ["3/15/2024 12:05 am", "mdy", "2024-03-15T00:05"],
] as const)("%s (%s) is %s", (text, order, moment) => {
  expect(read(text, order)).toBe(iso(moment));
});

test.each([
  ["03/10/2024", undefined],
  ["03-10-2024", undefined],
  ["10.9.2024", "mdy"],
] as const)("%s is refused where the order is %s", (text, order) => {
  expect(read(text, order)).toBeNaN();
});

test("with points the day comes first, unless it cannot", () => {
  expect(read("10.9.2024")).toBe(iso("2024-09-10T00:00"));
  expect(read("3.15.2024", "mdy")).toBe(iso("2024-03-15T00:00"));
});

test("a time of day is milliseconds since midnight", () => {
  expect(read("14:05", undefined, "time")).toBe((14 * 60 + 5) * 60_000);
  expect(read("14:05", undefined, "date")).toBeNaN();
  expect(read("2024-03-15", undefined, "time")).toBeNaN();
});

const WRONG = "2023-02-29, 31.4.2024, 2024-13-01, 2024-03-15 25:00, 1.2.10, 12:60, 13:00 pm, 2024";
test.each(WRONG.split(", "))("%s is no date", (text) => {
  const written = splitTime(text);
  expect(written === undefined || Number.isNaN(read(text, "dmy"))).toBe(true);
});

const DAY = 86_400_000;
const moment = fc.integer({ min: -30_000_000, max: 30_000_000 }).map((minutes) => minutes * 60_000);

itHolds("the calendar is the host's", 100, [moment], (millis) => {
  const host = new Date(millis);
  const date = { year: host.getUTCFullYear(), month: host.getUTCMonth() + 1, day: host.getUTCDate() };
  expect(calendarDay(millis)).toMatchObject(date);
  expect(partValue(millis, "weekday")).toBe((host.getUTCDay() + 6) % 7);
  expect(partValue(millis, "month")).toBe(host.getUTCMonth());
  expect(partValue(millis, "hour")).toBe(host.getUTCHours());
});

itHolds(
  "what is shown reads back as the same moment, or the beginning of its day",
  100,
  [moment],
  (millis) => {
    expect(read(timeText(millis, "date-time"))).toBe(millis);
    expect(read(timeText(millis, "date"))).toBe(Math.floor(millis / DAY) * DAY);
  },
);

test("a threshold between two days parts them as its text does", () => {
  // Half-way between 1 and 4 March is 2 March, noon.
  const threshold = (iso("2024-03-01T00:00") + iso("2024-03-04T00:00")) / 2;
  expect(timeText(threshold, "date")).toBe("2024-03-02");
  expect(timeText(threshold, "date-time")).toBe("2024-03-02 12:00");
  expect(timeText(iso("2024-03-02T12:00:30.250"), "date-time")).toBe("2024-03-02 12:00:30.250");
  expect(timeText(threshold, "month")).toBe("2024-03");
  expect(timeText(50_700_500, "time")).toBe("14:05:00.500");
});
