import * as z from "../../base/schema.js";
import { ballAround, fitBall, ringBalls } from "../propose/ellipsoid.js";
import { labelledDesign, sidesOf } from "../propose/sides.js";
import { fitFields, singleAttributes } from "./fields.js";
import { groupingsOf } from "./groupings.js";
import { type Found, obliqueLearner } from "./obliqueLearner.js";

/** A 9.6, eq. 9.21 and exercise 5: the distance from a centre at each node. */
export const sphereTree = obliqueLearner({
  name: "sphereTree",
  summary: "curved nodes: inside or outside a sphere, or an ellipsoid along the axes",
  fields: {
    shape: z
      .enum(["sphere", "ellipsoid"])
      .default("sphere")
      .describe(
        "all standardised attributes count alike in the distance from the centre, or each has its own scale",
      ),
    ...fitFields,
    singleAttributes,
  },
  numbersOnly: true,
  find: (node, attributes, { shape, groups, ...rules }) => {
    const rows = labelledDesign(node, attributes);
    if (rows === undefined) return [];
    return groupingsOf(rows, groups).flatMap((grouping): Found[] => {
      const sides = sidesOf(rows.labels, grouping);
      const rings = rows.classes === 2 ? ([1, -1] as const) : ([1] as const);
      const balls = [
        fitBall(rows.design, sides, shape, rules) ?? [],
        ...rings.map((ring) => ringBalls(rows.design, sides, ring, shape, rules)),
      ].flat();
      return [
        ...balls.map(({ measure, radius }) => ({
          measure,
          ...(rules.cut !== "criterion" && { threshold: radius }),
        })),
        { measure: ballAround(rows.design, sides) },
      ];
    });
  },
});
