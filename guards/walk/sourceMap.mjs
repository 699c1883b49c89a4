const DIGITS = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map((digit, at) => [digit, at]),
);
/** The places of a map's segment: column, source, line and column of the source; each is the difference from the one before. */
const LINE = 2;

/** Where the code of a translated file comes from: `[offset, line]` in the order of the offsets, lines counted from 1. */
export function originsOf(code) {
  const starts = lineStarts(code);
  const origins = [];
  const place = [0, 0, 0, 0];
  for (const [line, text] of mappingsOf(code).split(";").entries()) {
    place[0] = 0;
    if (text === "") continue;
    for (const segment of text.split(",")) {
      const steps = numbersIn(segment);
      for (const [at, step] of steps.entries()) if (at < place.length) place[at] += step;
      if (steps.length > LINE) origins.push([starts[line] + place[0], place[LINE] + 1]);
    }
  }
  return origins;
}

function mappingsOf(code) {
  const [, base64] = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(code);
  return JSON.parse(Buffer.from(base64, "base64").toString()).mappings;
}

function lineStarts(code) {
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Variable-length numbers: five bits per digit, the lowest first, and the lowest bit of all is the sign. */
function numbersIn(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = DIGITS.get(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if ((bits & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
