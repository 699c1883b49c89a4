/** The report's own style: one column on a phone, two where there is room; light or dark as the reader prefers. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--page:#f4f6f8;--card:#fff;--ink:#1b2129;--soft:#5b6673;--line:#dde3e9;--accent:#0072b2;--warn:#fff4e0;--warn-line:#e69f00}
@media (prefers-color-scheme:dark){:root{--page:#0e1115;--card:#14181d;--ink:#eef2f6;--soft:#a9b4c0;--line:#2b333c;--accent:#56b4e9;--warn:#2a2112;--warn-line:#b07a08}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1160px;margin:0 auto;padding:28px 20px 8px}
header{margin-bottom:20px}
h1{margin:0;font-size:30px;line-height:1.2;overflow-wrap:anywhere}
h2{margin:0 0 10px;font-size:17px}
.kind{margin:0 0 2px;color:var(--soft);font-size:13px;overflow-wrap:anywhere}
section{margin:0 0 22px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px}
.tile{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px;display:flex;flex-direction:column;min-width:0}
.tile b{font-size:24px;line-height:1.2;font-variant-numeric:tabular-nums}
.tile small{color:var(--soft);overflow-wrap:anywhere}
.warnings{background:var(--warn);border-left:4px solid var(--warn-line);border-radius:6px;padding:8px 14px}
.warnings ul{margin:0;padding-left:18px}
.warnings li{overflow-wrap:anywhere}
.tree{background:var(--card);border:1px solid var(--line);border-radius:10px;overflow:auto;max-height:85vh;padding:6px}
.tree>div{position:relative;margin:0 auto;width:clamp(calc(var(--natural)*.62),100%,var(--natural))}
.tree svg{display:block;width:100%;height:auto}
.tree .root{position:absolute;top:0;width:1px;height:1px;scroll-initial-target:nearest;scroll-margin-inline:min(45vw,540px)}
pre.tree{display:none;margin:0;padding:12px 14px;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.tree .c-page{fill:none}
.hint{margin:8px 2px 0;color:var(--soft);font-size:13px}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:10px;background:var(--card)}
table{border-collapse:collapse;width:100%;background:var(--card)}
th,td{padding:8px 12px;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
tbody tr:last-child>*{border-bottom:0}
thead th{color:var(--soft);font-weight:500;font-size:13px}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.if span{overflow-wrap:break-word}
.if i{color:var(--soft);font-style:normal;font-size:13px;margin:0 8px}
.class{display:inline-block;border-left:10px solid var(--class);border-radius:3px;padding-left:8px;font-weight:600;overflow-wrap:break-word}
.empty{color:var(--soft)}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,380px),1fr));gap:0 22px;align-items:start}
.pair section{min-width:0}
.pair table{border:1px solid var(--line);border-radius:10px;border-collapse:separate;border-spacing:0;overflow:hidden}
.pair td,.pair th{overflow-wrap:anywhere}
.pair td small{color:var(--soft);margin-left:8px;display:inline-block;overflow-wrap:normal}
.options th{font-weight:500;width:45%}
.meter{width:38%;vertical-align:middle}
.meter i{display:block;height:8px;border-radius:4px;background:var(--accent);min-width:2px}
footer{max-width:1160px;margin:0 auto;padding:0 20px 28px;color:var(--soft);font-size:13px}
@media (max-width:600px){main{padding:20px 12px 4px}.tiles{grid-template-columns:1fr 1fr}.tile:last-child:nth-child(odd){grid-column:span 2}h1{font-size:25px}th,td{padding:7px 9px}.if span{display:block}.if i{display:none}.rules thead{display:none}.rules tr{display:grid;grid-template-columns:1fr auto auto;border-bottom:1px solid var(--line)}.rules tr:last-child{border-bottom:0}.rules td{border:0}.rules .if{grid-column:1/-1;padding-bottom:0}.rules td:nth-child(3)::after{content:" rows"}.rules.values td:nth-child(4)::before{content:"error "}.wide pre.tree{display:block}.wide div.tree,.wide .hint{display:none}footer{padding:0 12px 24px}}
@media print{body{background:#fff}.tree{max-height:none;overflow:visible}.tile,.tree,tr{break-inside:avoid}}
`;
