import { PAGE_STYLE } from "./pageStyle.js";

/** The head of every page. The policy lets a page load nothing and run nothing. `title` is escaped already. */
export function pageHead(title: string, style = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${PAGE_STYLE}${style}</style>
</head>`;
}
