import { CHART_STYLE } from "./chart.js";
import { escapeXml } from "./escape.js";
import { PAGE_SCRIPT, PAGE_SCRIPT_HASH } from "./generated/pageScript.js";
import { PAGE_STYLE } from "./pageStyle.js";

/**
 * The head of every page. The policy lets a page load nothing, and run nothing but the script whose hash is given.
 * `title` is escaped already.
 */
export function pageHead(title: string, style = "", scriptHash?: string): string {
  const scripts = scriptHash === undefined ? "" : `; script-src '${scriptHash}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${scripts}">
<title>${title}</title>
<style>${PAGE_STYLE}${CHART_STYLE}${style}</style>
</head>`;
}

export interface Page {
  /** What is said in the window's title after the target's name. */
  readonly title: string;
  /** Above the heading: what kind of thing this is. */
  readonly kind: string;
  readonly heading: string;
  readonly style?: string;
  /** Whether the script of reports runs in it. */
  readonly isLive?: boolean;
  /** The sections, one after the other. */
  readonly body: readonly string[];
}

/** A page that shows a model. Texts of the page are escaped here, the sections of its body already. */
export function page({ title, kind, heading, style, isLive, body }: Page): string {
  const hash = isLive ? PAGE_SCRIPT_HASH : undefined;
  return `${pageHead(`${escapeXml(heading)} – ${escapeXml(title)}`, style, hash)}
<body>
<main>
<header>
<p class="kind">${escapeXml(kind)}</p>
<h1>${escapeXml(heading)}</h1>
</header>
${body.filter((section) => section !== "").join("\n")}
</main>
<footer>Made with Coppice.</footer>
${isLive ? `<script>${PAGE_SCRIPT}</script>\n` : ""}</body>
</html>
`;
}

/** Two sections side by side where there is room; one that is empty leaves all of it to the other. */
export function pair(left: string, right: string): string {
  if (left === "" || right === "") return left + right;
  return `<div class="pair">\n${left}\n${right}\n</div>`;
}
