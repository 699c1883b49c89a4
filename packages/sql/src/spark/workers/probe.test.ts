import { expect, it } from "vitest";
import { inability } from "./probe.js";

it("says what workers lack, and nothing where a job failed for other reasons", () => {
  const trace = "PythonException: Traceback …\nModuleNotFoundError: No module named 'numpy'\n\tat org.apache";
  expect(inability(trace)).toBe("its workers have no numpy");
  expect(inability("[TABLE_OR_VIEW_NOT_FOUND] numpy")).toBeUndefined();
});
