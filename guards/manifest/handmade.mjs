/** Files written by hand: unusual ones that are read, and bad ones that are refused. */

const days = (rows) => ["outlook,humidity,wind,play", ...rows, ""].join("\n");

const DAYS = days([
  ...["sunny,high,weak,no", "sunny,high,strong,no", "overcast,high,weak,yes", "rain,high,weak,yes"],
  ...["rain,normal,weak,yes", "rain,normal,strong,no", "overcast,normal,strong,yes", "sunny,high,weak,no"],
  ...["sunny,normal,weak,yes", "rain,normal,weak,yes", "sunny,normal,strong,yes", "overcast,high,strong,yes"],
  ...["overcast,normal,weak,yes", "rain,high,strong,no"],
]);

const NASTY = ['a"b', "<script>alert(1)</script>", "语言", "é\u0301", "=1+1", "-- drop", "a,b"];

function hostile() {
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  const rows = Array.from({ length: 28 }, (_, i) =>
    [
      quoted(NASTY[i % 7]),
      (i * 5) % 11,
      quoted(NASTY[(i * 3) % 4]),
      i % 7 > 3 ? "</td>ja" : "nein&amp;",
    ].join(","),
  );
  return [`"__proto__",${quoted('x "<b>"')},"select","it's"`, ...rows, ""].join("\n");
}

function european() {
  const rows = Array.from({ length: 24 }, (_, i) =>
    [
      `${(i % 3) + 1}.${(i % 12) + 1}.2024`,
      `${i},${i % 10}`,
      `1.${String((i * 37) % 1000).padStart(3, "0")},5`,
      i % 4 ? "ja" : "nein",
    ].join(";"),
  );
  return `\uFEFF${["Datum;Menge;Betrag;Ziel", ...rows, ""].join("\r\n")}`;
}

/** Files that are read. */
export const OTHER_FILES = {
  "other/days.csv": DAYS,
  "other/days.tsv": DAYS.replaceAll(",", "\t"),
  "other/hostile.csv": hostile(),
  "other/european.csv": european(),
  "other/titles.csv": `Sales of the year,,,\n,,,\n${DAYS}Total,,,14\n`,
  "other/days.arff": `@relation days\n@attribute outlook {sunny,overcast,rain}\n@attribute heat numeric\n@attribute play {no,yes}\n@data\nsunny,30,no\nrain,12,yes\novercast,?,yes\nrain,8.5,no\nsunny,21,yes\n`,
  "other/days.json": JSON.stringify([
    { outlook: "sunny", heat: 30, play: "no" },
    { outlook: "rain", heat: 12, play: "yes" },
    { outlook: "overcast", heat: null, play: "yes" },
    { outlook: "rain", heat: 8.5, play: "no" },
  ]),
  "other/days.names": "no, yes.\n\noutlook: sunny, overcast, rain.\nheat: continuous.\n",
  "other/days.data": "sunny,30,no\nrain,12,yes\novercast,?,yes\nrain,8.5,no\nsunny,21,yes\n",
  "other/identifiers.csv": `id,date,note,y\n${Array.from({ length: 30 }, (_, i) => `A${i * 7},2024-01-${String((i % 28) + 1).padStart(2, "0")},text number ${i} of many,${i % 2 ? "p" : "q"}\n`).join("")}`,
  "other/schema.json": JSON.stringify({
    target: "play",
    columns: [{ name: "wind", type: "ordered", levels: ["weak", "strong"] }],
  }),
  "other/folds.csv": `row,fold\n${Array.from({ length: 14 }, (_, i) => `${i},${i % 3}\n`).join("")}`,
  "other/rules.txt": "LOCKED IF outlook = overcast THEN yes\n",
  "other/edits.json": JSON.stringify([{ kind: "cut", node: [0] }]),
  "other/family.json": JSON.stringify({
    relations: [
      {
        name: "parent",
        types: ["person", "person"],
        tuples: [
          ["ann", "bob"],
          ["bob", "cid"],
          ["ann", "dee"],
          ["dee", "eve"],
          ["cid", "fay"],
        ],
      },
      {
        name: "grandparent",
        types: ["person", "person"],
        tuples: [
          ["ann", "cid"],
          ["ann", "eve"],
          ["bob", "fay"],
        ],
      },
    ],
  }),
};

/** Files that are not. */
export const BAD_FILES = {
  "bad/empty.csv": "",
  "bad/header.csv": "a,b,y\n",
  "bad/ragged.csv": "a,b,y\n1,2,p\n1,2\n",
  "bad/quote.csv": 'a,b,y\n1,"2,p\n',
  "bad/twice.csv": "a,a,y\n1,2,p\n2,1,q\n",
  "bad/constant.csv": "a,y\n1,p\n2,p\n3,p\n",
  "bad/onlytarget.csv": "y\np\nq\n",
  "bad/notarget.csv": "a,y\n1,\n2,\n",
  "bad/classes.csv": `a,y\n${Array.from({ length: 40 }, (_, i) => `${i},name${i}\n`).join("")}`,
  "bad/weights.csv": "a,w,y\n1,-1,p\n2,1,q\n",
  "bad/zeros.csv": "a,w,y\n1,0,p\n2,0,q\n",
  "bad/keys.csv": "a,id,y\n1,1,p\n2,1,q\n3,2.5,p\n",
  "bad/table.arff": "@relation x\n@attribute a wrong\n@data\n1\n",
  "bad/row.arff": "@relation x\n@attribute a numeric\n@attribute y {p,q}\n@data\n1,r\n",
  "bad/table.json": '[{"a":1},',
  "bad/shape.json": '{"a":1}',
  "bad/table.parquet": "PAR1 nothing",
  "bad/table.arrow": "ARROW1 nothing",
  "bad/table.names": "p, q.\na: nonsense of\n",
  "bad/table.data": "1,p\n",
  "bad/table.xlsx": "PK\u0003\u0004 nothing",
  "bad/model.json": '{"format":"coppice-tree"}',
  "bad/version.json": '{"format":"coppice-tree","version":99}',
  "bad/other.json": '{"format":"else"}',
  "bad/cut.json": '{"format":"coppice-tree","version":2,"nodes":[',
  "bad/model.coppice": "COPP nothing",
  "bad/schema.json": '{"target":3}',
  "bad/rules.txt": "LOCKED IF THEN yes\n",
  "bad/unknown.txt": "LOCKED IF weather = overcast THEN yes\n",
  "bad/edits.json": '[{"kind":"cut","node":[7]}]',
  "bad/shape.txt": '[{"kind":"wrong"}]',
  "bad/folds.csv": "row,fold\n0,0\n",
  "bad/family.json": '{"relations":[]}',
};
