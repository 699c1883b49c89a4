/** The page docs/errors.md, from the codes and their meanings. */
export function errorsDoc(codes) {
  const rows = Object.entries(codes).map(
    ([code, meaning]) => `| \`${code}\` | ${meaning.replaceAll("|", "\\|")} |`,
  );
  return `# Errors

<!-- Written by \`npm run errors-doc\` from packages/coppice/src/base/errors.ts; a test checks that it is up to date. -->

Every failure a user can cause is a \`CoppiceError\` with a \`code\` that stays the same from version to version, a
\`message\`, and \`facts\`: the \`name\` of what is invalid, the \`rule\` it violates, the \`value\` found, and for
files the \`line\` and \`column\`, counted from 1. The command line prints \`CODE: message\` on standard error and ends
with exit code 2 for an invalid command line and 1 for everything else; with \`--json\` the error is one JSON object.

| code | meaning |
|---|---|
${rows.join("\n")}
`;
}
