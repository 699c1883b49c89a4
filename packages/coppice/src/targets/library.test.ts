import { expect, it } from "vitest";
import { candidates } from "../learn/edit/candidates.js";
import { editSync, replaySync, workbookOf } from "../learn/edit/edit.js";
import { splitProfile } from "../learn/edit/splitProfile.js";
import { fitTable } from "../learn/fit.js";
import type { Edit } from "../model/edit.js";
import type { TreeModel } from "../model/tree.js";
import { predictTable } from "../predict/predictTable.js";
import { rowsAt } from "../predict/rowsAt.js";
import { friedman1, tennis } from "../synthetic/index.js";
import { fitSync } from "./fitSync.js";
import type { LibraryReply, LibraryRequest } from "./libraryMessages.js";
import { LibraryServer } from "./libraryServer.js";
import { Library } from "./worker.js";

/** A library whose worker is this thread: messages are cloned, as they are on their way to a worker. */
function local() {
  let reply: (reply: LibraryReply) => void = () => {};
  let die: (why: string) => void = () => {};
  const sent: LibraryRequest[] = [];
  const server = new LibraryServer({
    post: (message) => reply(structuredClone(message)),
    team: async () => undefined,
  });
  const library = new Library({
    send(message) {
      sent.push(message);
      void server.receive(structuredClone(message));
    },
    listen(onReply, onDeath) {
      reply = onReply;
      die = onDeath;
    },
    end() {},
  });
  return { library, sent, die: (why: string) => die(why) };
}

const days = tennis();
const EDITS: readonly Edit[] = [{ kind: "split", node: "0", test: { kind: "best", attribute: "Wind" } }];
const target = "y"; // of friedman1
const text = (value: unknown) => JSON.stringify(value);

it("a library in a worker does what the library does", async () => {
  const { library, sent } = local();
  const ref = await library.keep(days);
  expect(ref).toMatchObject({ rows: 14 });
  expect(ref.columns.map(({ name }) => name)).toEqual(days.columns.map(({ name }) => name));
  const request = { target: "Play", learner: "id3" } as const;
  const model = (await library.fit(ref, request)) as TreeModel;
  expect(text(model)).toBe(text(fitSync(days, request)));
  const edited = await library.edit(ref, model, EDITS);
  expect(text(edited)).toBe(text(editSync(model, days, EDITS)));
  // A model that the worker made is not sent back.
  const args = [ref, { known: expect.any(Number) }, EDITS, {}];
  expect(sent.at(-1)).toMatchObject({ task: "edit", args });
  const book = workbookOf(edited);
  expect(text(await library.replay(ref, book))).toBe(text(replaySync(book, days)));
  const copy = JSON.parse(text(edited)) as TreeModel;
  const found = await library.candidates(ref, copy, "0", { limit: 3, validation: ref });
  expect(text(found)).toBe(text(candidates(edited, days, "0", { limit: 3, validation: days })));
  expect(await library.rowsAt(ref, edited, "0")).toEqual(rowsAt(edited, days, "0"));
  const profile = await library.splitProfile(ref, edited, "root", "Wind");
  expect(profile).toEqual(splitProfile(edited, days, "root", "Wind"));
  expect(await library.predict(ref, edited)).toEqual(predictTable(edited, days));
  expect(await library.table(ref)).toEqual({ rows: days.rows, columns: days.columns });
});

it("a library in a worker reads files, and says what is wrong with them", async () => {
  const { library } = local();
  const bytes = new TextEncoder().encode("x,y\n1,a\n2,b\n1,a\n2,b\n");
  const { table, warnings } = await library.open({ bytes, name: "t.csv" });
  expect(table).toMatchObject({ rows: 4, columns: [{ name: "x", type: "numeric" }, { name: "y" }] });
  expect(warnings).toBeInstanceOf(Array);
  const blob = new Blob([bytes]);
  expect((await library.open({ bytes: blob, name: "t.csv" })).table).toMatchObject({ rows: 4 });
  await expect(library.open({ bytes, name: "t.xyz" })).rejects.toMatchObject({ code: "FILE_FORMAT" });
  await library.drop(table);
  await expect(library.fit(table, { target: "y" })).rejects.toMatchObject({ code: "DATA_SHAPE" });
});

it("a library in a worker cross-validates, and gives the sequence of pruning with its errors", async () => {
  const { library } = local();
  const table = friedman1({ rows: 200, seed: 4 });
  const ref = await library.keep(table);
  const shares: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  const figures = await library.crossValidate(ref, { target, folds: 3 }, { onProgress });
  expect(figures).toMatchObject({ rows: 200, kind: "regression" });
  expect(shares.length).toBeGreaterThan(2);
  const model = (await library.fit(ref, { target })) as TreeModel;
  const { rows, goneAt, model: grown } = await library.pruneSequence(ref, model);
  expect(rows).toEqual(model.pruning);
  expect(goneAt.length).toBe(grown.nodes.length);
  const whole = fitTable(table, { target, learner: "cart", options: { prune: "none" } }) as TreeModel;
  expect(text(grown.nodes)).toBe(text(whole.nodes));
  const edited = editSync(model, table, [{ kind: "prune", node: "0" }]);
  const again = await library.pruneSequence(ref, edited);
  expect(again.model.nodes.length).toBe(edited.nodes.length);
});

it("a library in a worker passes on errors with their codes", async () => {
  const { library } = local();
  const ref = await library.keep(days);
  const model = await library.fit(ref, { target: "Play", learner: "id3" });
  const edited = library.edit(ref, model, [{ kind: "prune", node: "9" }]);
  await expect(edited).rejects.toMatchObject({ code: "NODE_UNKNOWN", facts: { value: "9" } });
  const fitted = library.fit(ref, { target: "Play", learner: "none" as never });
  await expect(fitted).rejects.toMatchObject({ code: "LEARNER_UNKNOWN" });
});

it("a library in a worker stops what is cancelled, at once and also what waits for its turn", async () => {
  const { library, sent } = local();
  const ref = await library.keep(friedman1({ rows: 200, seed: 4 }));
  const control = new AbortController();
  const hooks = { signal: control.signal, onProgress: () => control.abort() };
  const long = library.crossValidate(ref, { target, learner: "forest", options: { trees: 30 } }, hooks);
  const waiting = library.fit(ref, { target }, { signal: control.signal });
  await expect(long).rejects.toMatchObject({ code: "ABORTED" });
  await expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
  expect(sent.filter((message) => "cancel" in message).length).toBe(2);
  const late = library.fit(ref, { target }, { signal: control.signal });
  await expect(late).rejects.toMatchObject({ code: "ABORTED" });
  // The worker goes on with what comes next.
  expect(await library.fit(ref, { target })).toMatchObject({ learner: "cart" });
});

it("a library in a worker answers short questions while a long task runs", async () => {
  const { library } = local();
  const ref = await library.keep(friedman1({ rows: 100, seed: 4 }));
  const model = (await library.fit(ref, { target })) as TreeModel;
  const order: string[] = [];
  const long = library
    .crossValidate(ref, { target, learner: "forest", options: { trees: 20 } })
    .then(() => order.push("long"));
  await library.rowsAt(ref, model, "root").then(() => order.push("short"));
  await long;
  expect(order).toEqual(["short", "long"]);
});

it("a library in a worker rejects everything if the worker dies or is closed", async () => {
  const { library, die } = local();
  const ref = await library.keep(days);
  const pending = library.crossValidate(ref, { target: "Play" });
  die("out of memory");
  await expect(pending).rejects.toMatchObject({ code: "THREAD_DIED" });
  expect(await library.died).toBe("out of memory");
  await expect(library.fit(ref, { target: "Play" })).rejects.toMatchObject({ code: "THREAD_DIED" });
  const other = local().library;
  const kept = other.keep(days);
  other.close();
  await expect(kept).rejects.toMatchObject({ code: "ABORTED" });
});
