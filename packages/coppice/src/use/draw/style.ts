/**
 * Plain classes and colours without variables, since some programs that read SVG support only simple CSS. The names
 * begin with `c-`, since a style inside a picture applies to the whole page that contains it.
 */
const DARK_SVG = `
.c-page{fill:#14181d}
.c-split{fill:#1e242b;stroke:#55606e}
.c-leaf{fill:#1e242b;stroke:#8794a5}
.c-head,.c-target{fill:#eef2f6}
.c-figures,.c-note,.c-class{fill:#a9b4c0}
.c-outcome{fill:#d5dde6;stroke:#14181d}
.c-edge{stroke:#46515e}
.c-rail{fill:#333c46}`;

export const SVG_STYLE = `
.coppice-tree{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.coppice-tree text{text-anchor:middle}
.coppice-tree .c-target,.coppice-tree .c-class{text-anchor:start}
.c-page{fill:#ffffff}
.c-split{fill:#f5f7f9;stroke:#b9c3ce;stroke-width:1}
.c-leaf{fill:#ffffff;stroke:#667080;stroke-width:1.4}
.c-cut{stroke-dasharray:5 4}
.c-head,.c-target{font-size:13.5px;font-weight:600;fill:#1b2129}
.c-figures,.c-note{font-size:11px;fill:#5b6673}
.c-class{font-size:12px;fill:#3d4753}
.c-outcome{font-size:11.5px;fill:#2c3540;stroke:#ffffff;stroke-width:4px;paint-order:stroke;stroke-linejoin:round}
.c-edge{fill:none;stroke:#ccd4dd}
.c-rail{fill:#e3e8ed}
@media screen and (prefers-color-scheme:dark){${DARK_SVG}
}
`;
