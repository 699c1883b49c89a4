/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: records hold the text of programs */
const folder = "packages/sql/src";

export const sql = [
  {
    name: "duckdb-256-codes",
    file: `${folder}/dialect/duckdb.ts`,
    find: 'most < 256 ? "UTINYINT"',
    replace: 'most <= 256 ? "UTINYINT"',
    wrong: "The code 256 is stored in a byte.",
  },
  {
    name: "sql-quote-in-text",
    file: `${folder}/dialect/duckdb.ts`,
    find: "`'${part.replaceAll(\"'\", \"''\")}'`",
    replace: "`'${part}'`",
    wrong: "A level with a quote ends the text in a statement.",
  },
  {
    name: "like-escape",
    file: `${folder}/tree/stringSql.ts`,
    find: 'letter.replace(/[%_!]/g, "!$&")',
    replace: 'letter.replace(/[%_]/g, "!$&")',
    wrong: "An exclamation mark in a pattern escapes the letter after it.",
  },
  {
    name: "sql-label-tie",
    file: `${folder}/tree/leastRisk.ts`,
    find: "`${score} > best${k - 1} + ${double(TIE)}`",
    replace: "`${score} >= best${k - 1}`",
    wrong: "The query answers with the last of equally probable classes, and the library with the first.",
  },
  {
    name: "sql-half-of-list",
    file: `${folder}/tree/bisect.ts`,
    find: "CASE WHEN ${index} < ${middle} THEN",
    replace: "CASE WHEN ${index} <= ${middle} THEN",
    wrong: "The first entry of the upper half of a list is looked up in the lower half.",
  },
  {
    name: "spark-sums-of-limits",
    file: `${folder}/spark/batch/sumTable.ts`,
    find: "      const limit = column === 0 ? Math.min : Math.max;",
    replace: "      const limit = Math.max;",
    wrong: "The least value of several partitions is the greatest of their least values.",
  },
];
