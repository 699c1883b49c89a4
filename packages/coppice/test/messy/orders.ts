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

const csv = (header: string, row: (order: Order, i: number) => readonly unknown[], separator = ",") =>
  [header, ...orders().map((order, i) => row(order, i).join(separator)), ""].join("\n");

const HEADER = "price,ordered,kilos,gift,group";
const YES = ["Yes", "yes", "YES", "yes"];

/** The files, by how they are written. */
export const ORDERS = {
  /** The same data as those that follow: plain numbers, ISO dates. */
  plain: () =>
    csv(HEADER, ({ price, day, kilos, gift, group }) => [
      ...[price.toFixed(2), isoDay(day), kilos, gift ? "yes" : "no", group],
    ]),

  /** An American export: dollars, month first, a unit, spellings of yes and no, one N/A. */
  american: () =>
    csv(HEADER, ({ price, day, kilos, gift, group }, i) => [
      ...[i === 4 ? "N/A" : `"$${grouped(price, ",", ".")}"`, mdy(day), `${kilos} kg`],
      ...[gift ? YES[i % 4] : "no", group],
    ]),

  /** A German report: a title, semicolons, decimal commas, points between thousands, a total at the end, Latin-1. */
  german: () => {
    const title = "Auftragsübersicht\n\nprice;ordered;kilos;größe;group";
    const rows = csv(
      title,
      ({ price, day, kilos, gift, group }) => [
        ...[grouped(price, ".", ","), dmy(day, "."), kilos, gift ? "ja" : "nein", group],
      ],
      ";",
    );
    return Uint8Array.from(`${rows}Summe;;;;\n`.replaceAll("\n", "\r\n"), (c) => c.charCodeAt(0));
  },

  /** A Swiss one: francs, apostrophes, day first with slashes. */
  swiss: () =>
    csv(HEADER, ({ price, day, kilos, gift, group }) => [
      ...[`CHF ${grouped(price, "'", ".")}`, dmy(day, "/"), kilos, gift ? "T" : "F", group],
    ]),

  /** Plain except for one stray cell, postcodes, long identifiers and a percentage. */
  stray: () =>
    csv("age,zip,account,share,group", ({ day, kilos, price, group }, i) => [
      ...[i === 17 ? "twelve" : 18 + (day % 70), String(100 + (kilos % 40)).padStart(5, "0")],
      ...[`9007199254740993${100 + (i % 50)}`, `${Math.round(price / 51)}%`, group],
    ]),

  /** Visits with a time: the hour decides. */
  visits: () =>
    csv("at,opened,n,outcome", ({ day, kilos, price }) => {
      const minute = Math.floor(price) % 1440;
      const clock = [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, "0")).join(":");
      return [`${isoDay(day)}T${clock}:00Z`, clock, kilos, minute >= 720 ? "pm" : "am"];
    }),

  /** Dates alone: the older ones are those of the first 350 days. */
  dates: () => csv("ordered,group", ({ day }) => [isoDay(day), day < 350 ? "old" : "new"]),
} satisfies Record<string, () => string | Uint8Array>;
export type OrderFile = keyof typeof ORDERS;
