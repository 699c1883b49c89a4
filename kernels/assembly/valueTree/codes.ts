// The codes of nominal attributes. Every stage has its own columns, u16: a wide list finds a code by row, a narrow one by
// the number of its task. A missing value has the code after the last level.
import { middleCodes, PAD, smallCodes } from "./arena";
import { at, cellOf, columnOf, rowOf } from "./entries";
import { hasGaps, isNominal, job, levelsOf } from "./job";

/** Bytes from one column to the next. */
@inline
function columnBytes<T>(): usize {
  if (sizeof<T>() == 8) return <usize>job.n << 1;
  return sizeof<T>() == 2 ? (<usize>job.middleRows + PAD) << 1 : 256;
}

@inline
function columns<T>(): usize {
  if (sizeof<T>() == 8) return job.codes;
  return sizeof<T>() == 2 ? middleCodes : smallCodes;
}

/** The column of the `place`th nominal attribute. */
@inline
export function codeColumn<T>(place: i32): usize {
  return columns<T>() + <usize>place * columnBytes<T>();
}

/** The column of a nominal attribute. */
@inline
export function codesOf<T>(attribute: i32): usize {
  return codeColumn<T>(load<i32>(job.places + (<usize>attribute << 2)));
}

@inline
export function codeOf<T>(list: usize, codes: usize, i: i32): i32 {
  const index = sizeof<T>() == 8 ? rowOf<T>(list, i) : <usize>load<T>(at<T>(list, i));
  return <i32>load<u16>(codes + (index << 1));
}

@inline
function isMissing<T>(list: usize, attribute: i32, i: i32): bool {
  if (isNominal(attribute)) return codeOf<T>(list, codesOf<T>(attribute), i) == levelsOf(attribute);
  return isNaN(cellOf<T>(list, columnOf(attribute), i));
}

/** How many of the first `count` entries have a known value: those without come last. */
export function knownCount<T>(list: usize, count: i32, attribute: i32): i32 {
  if (!hasGaps(attribute) || !isMissing<T>(list, attribute, count - 1)) return count;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMissing<T>(list, attribute, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
