import { CHART_STYLE } from "./chart.js";
import { escapeXml } from "./escape.js";
import { PAGE_SCRIPT, PAGE_SCRIPT_HASH } from "./generated/pageScript.js";
import { PAGE_STYLE } from "./pageStyle.js";

/**
 * The head of every page. The content security policy lets a page load nothing and run only the script with the given
 * hash. `title` is already escaped.
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
  /** In the window's title, after the target's name. */
  readonly title: string;
  /** Above the heading: the kind of model. */
  readonly kind: string;
  readonly heading: string;
  readonly style?: string;
  /** Whether it contains the reports' script. */
  readonly isLive?: boolean;
  /** The sections, in order. */
  readonly body: readonly string[];
}

/** The HTML report of a model. Titles are escaped here; the sections of the body already are. */
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

/** Two sections side by side if there is room; if one is empty, the other takes the full width. */
export function pair(left: string, right: string): string {
  if (left === "" || right === "") return left + right;
  return `<div class="pair">\n${left}\n${right}\n</div>`;
}
