import { middleClass, middleMarks, middleRow } from "./arena";
import { labels, rows, weightOf } from "./job";

/** The row of an id. */
@inline
export function setId(id: i32, row: u32): void {
  store<u32>(middleRow + (<usize>id << 2), row);
  const label = load<u8>(labels + <usize>row);
  store<u8>(middleClass + <usize>id, label);
  const mark = (<u32>label << 3) | (<u32>weightOf(<usize>row) << 16);
  store<u32>(middleMarks + (<usize>id << 2), mark);
}

/** If the whole table is middle, ids are rows. */
export function idsAreRows(): void {
  for (let row = 0; row < rows; row++) setId(row, row);
}
