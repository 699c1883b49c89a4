import { escapeXml } from "./escape.js";
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

export interface Page {
  /** What is said in the window's title after the target's name. */
  readonly title: string;
  /** Above the heading: what kind of thing this is. */
  readonly kind: string;
  readonly heading: string;
  readonly style?: string;
  /** The sections, one after the other. */
  readonly body: readonly string[];
}

/** A page that shows a model. Texts of the page are escaped here, the sections of its body already. */
export function page({ title, kind, heading, style, body }: Page): string {
  return `${pageHead(`${escapeXml(heading)} – ${escapeXml(title)}`, style)}
<body>
<main>
<header>
<p class="kind">${escapeXml(kind)}</p>
<h1>${escapeXml(heading)}</h1>
</header>
${body.filter((section) => section !== "").join("\n")}
</main>
<footer>Made with Coppice.</footer>
</body>
</html>
`;
}

/** Two sections side by side where there is room. */
export function pair(left: string, right: string): string {
  return `<div class="pair">\n${left}\n${right}\n</div>`;
}
