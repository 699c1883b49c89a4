import { CoppiceError } from "../base/errors.js";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["xlsx", "an Excel workbook"],
  ["xlsm", "an Excel workbook"],
  ["xlsb", "an Excel workbook"],
  ["xls", "an Excel workbook"],
  ["ods", "an OpenDocument spreadsheet"],
  ["numbers", "a Numbers spreadsheet"],
]);

/** The kind of spreadsheet for an extension (without its point), if it is one. */
export function spreadsheetName(extension: string): string | undefined {
  return NAMES.get(extension.toLowerCase());
}

/** Workbooks are zip archives; old ones are compound files. */
export function spreadsheetKind(bytes: Uint8Array): string | undefined {
  const starts = (...magic: number[]) => magic.every((byte, i) => bytes[i] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04)) return "a zip archive, as Excel and OpenDocument workbooks are";
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return "an old Excel workbook";
  return undefined;
}

export function spreadsheetError(file: string, kind: string): CoppiceError {
  const message =
    `${file} is ${kind}, which Coppice does not read: open it and save the sheet as CSV ` +
    `(in Excel: File > Save As > "CSV UTF-8"; in LibreOffice: File > Save As > "Text CSV"), then read that file`;
  return new CoppiceError("FILE_FORMAT", message, { name: file, rule: "a table file", value: kind });
}
