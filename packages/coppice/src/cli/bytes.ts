import { BYTE_UNITS } from "../base/bytesText.js";
import { mustBe } from "../base/errors.js";

/** An amount of memory: `700mb`, `2gb`; `2g`, `2GB` and `2GiB` are the same. */
export function bytesOf(name: string): (text: string) => number {
  return (text) => {
    const [, number, letter = ""] = /^(\d+(?:\.\d+)?)\s*(?:([kmgt])(?:i?b)?|b)?$/i.exec(text.trim()) ?? [];
    const bytes = Math.floor(Number(number) * BYTE_UNITS[`${letter.toLowerCase()}b`]);
    if (bytes >= 1) return bytes;
    throw mustBe("OPTION_RANGE", name, "an amount of memory such as 700mb or 2gb", text);
  };
}
