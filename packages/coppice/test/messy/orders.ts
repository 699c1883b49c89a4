import { random } from "../../src/base/random.js";

/** An order: its class depends on the price, then on the month. */
interface Order {
  readonly price: number;
  /** Days since 1 January 2023. */
  readonly day: number;
  readonly kilos: number;
  readonly gift: boolean;
  readonly group: "large" | "early" | "late";
}

function orders(count = 300): Order[] {
  const rng = random(11);
  return Array.from({ length: count }, () => {
    const price = 5 + rng.below(500_000) / 100;
    const day = rng.below(700);
    const month = new Date(Date.UTC(2023, 0, 1 + day)).getUTCMonth();
    return {
      price,
      day,
      kilos: 1 + rng.below(60),
      gift: rng.below(2) === 1,
      group: price > 2500 ? "large" : month < 6 ? "early" : "late",
    };
  });
}

const isoDay = (day: number) => new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);
const dmy = (day: number, separator: string) => isoDay(day).split("-").reverse().join(separator);
const mdy = (day: number) => {
  const [year, month, date] = isoDay(day).split("-").map(Number);
  return `${month}/${date}/${year}`;
};

/** A price with thousands and decimal separators. */
function grouped(price: number, group: string, decimal: string): string {
  const [whole, cents] = price.toFixed(2).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, group) + decimal + cents;
}

const table = (header: string, rows: readonly string[]) => `${[header, ...rows].join("\n")}\n`;

/** The same data as the other tables: plain numbers, ISO dates. */
function plainOrders(): string {
  return table(
    "price,ordered,kilos,gift,group",
    orders().map(({ price, day, kilos, gift, group }) =>
      [price.toFixed(2), isoDay(day), kilos, gift ? "yes" : "no", group].join(","),
    ),
  );
}

/** An American export: dollars, month first, a unit, spellings of yes and no, one N/A. */
function americanOrders(): string {
  const yes = ["Yes", "yes", "YES", "yes"];
  return table(
    "price,ordered,kilos,gift,group",
    orders().map(({ price, day, kilos, gift, group }, i) =>
      [
        i === 4 ? "N/A" : `"$${grouped(price, ",", ".")}"`,
        mdy(day),
        `${kilos} kg`,
        gift ? yes[i % 4] : "no",
        group,
      ].join(","),
    ),
  );
}

/** A German report: a title, semicolons, decimal commas, points between thousands, a total at the end, Latin-1. */
function germanReport(): Uint8Array {
  const rows = orders().map(({ price, day, kilos, gift, group }) =>
    [grouped(price, ".", ","), dmy(day, "."), kilos, gift ? "ja" : "nein", group].join(";"),
  );
  const lines = ["Auftragsübersicht", "", "price;ordered;kilos;größe;group", ...rows, "Summe;;;;", ""];
  return Uint8Array.from(lines.join("\r\n"), (c) => c.charCodeAt(0));
}

/** A Swiss one: francs, apostrophes, day first with slashes. */
function swissOrders(): string {
  return table(
    "price,ordered,kilos,gift,group",
    orders().map(({ price, day, kilos, gift, group }) =>
      [`CHF ${grouped(price, "'", ".")}`, dmy(day, "/"), kilos, gift ? "T" : "F", group].join(","),
    ),
  );
}

/** Plain except for one stray cell, postcodes, long identifiers and a percentage. */
function strayCells(): string {
  return table(
    "age,zip,account,share,group",
    orders().map(({ day, kilos, price, group }, i) =>
      [
        i === 17 ? "twelve" : 18 + (day % 70),
        String(100 + (kilos % 40)).padStart(5, "0"),
        `9007199254740993${100 + (i % 50)}`,
        `${Math.round(price / 51)}%`,
        group,
      ].join(","),
    ),
  );
}

/** Visits with a time: the hour decides. */
function visits(): string {
  return table(
    "at,opened,n,outcome",
    orders().map(({ day, kilos, price }) => {
      const minute = Math.floor(price) % 1440;
      const clock = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
      return `${isoDay(day)}T${clock}:00Z,${clock},${kilos},${minute >= 720 ? "pm" : "am"}`;
    }),
  );
}

/** Dates alone: the older ones are those of the first 350 days. */
function dates(): string {
  return table(
    "ordered,group",
    orders().map(({ day }) => `${isoDay(day)},${day < 350 ? "old" : "new"}`),
  );
}

/** The files, by how they are written. */
export const ORDERS = {
  ...{ plain: plainOrders, american: americanOrders, german: germanReport, swiss: swissOrders },
  ...{ stray: strayCells, visits, dates },
} satisfies Record<string, () => string | Uint8Array>;
export type OrderFile = keyof typeof ORDERS;
