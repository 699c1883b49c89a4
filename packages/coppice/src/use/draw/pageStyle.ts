/** The style of every page: one column on a phone, two on wider screens; light or dark by the user's preference. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--page:#f4f6f8;--card:#fff;--ink:#1b2129;--soft:#5b6673;--line:#dde3e9;--accent:#0072b2;--wrong:#d55e00;--warn:#fff4e0;--warn-line:#e69f00;--hit:#ffe08a}
@media screen and (prefers-color-scheme:dark){:root{--page:#0e1115;--card:#14181d;--ink:#eef2f6;--soft:#a9b4c0;--line:#2b333c;--accent:#56b4e9;--wrong:#e8833a;--warn:#2a2112;--warn-line:#b07a08;--hit:#6b5310}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1240px;margin:0 auto;padding:28px 20px 8px}
header{margin-bottom:20px}
h1{margin:0;font-size:30px;line-height:1.2;overflow-wrap:anywhere}
h2{margin:0 0 8px;font-size:17px}
h2 small{color:var(--soft);font-weight:400;font-size:14px;margin-left:4px}
.kind{margin:0 0 2px;color:var(--soft);font-size:13px;overflow-wrap:anywhere}
section{margin:0 0 26px}
code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
button,input{font:inherit;color:inherit}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.headline{display:grid;grid-template-columns:minmax(260px,1fr) minmax(300px,1.4fr);gap:8px 36px;align-items:center;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px 22px;margin-bottom:14px}
.headline.none{grid-template-columns:1fr}
.headline h2{margin:0;color:var(--soft);font-weight:500;font-size:15px}
.headline .big{margin:0;font-size:52px;font-weight:650;line-height:1.1;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.headline.none .big{font-size:34px}
.headline .how{margin:4px 0 0;color:var(--soft)}
.headline dl{margin:8px 0 0}
.headline dl div{display:flex;justify-content:space-between;gap:14px;padding:3px 0 3px 18px;position:relative}
.headline dt{min-width:0;color:var(--soft);overflow-wrap:anywhere}
.headline dd{margin:0;font-variant-numeric:tabular-nums}
.headline .baseline::before{content:"";position:absolute;left:3px;top:7px;width:3px;height:15px;border-radius:1px;background:var(--soft)}
.gauge{position:relative;height:18px;border-radius:9px;background:var(--line)}
.gauge i{position:absolute;top:0;height:100%}
.gauge .base{width:3px;margin-left:-1.5px;background:var(--soft);top:-4px;height:26px;border-radius:1px}
.gauge .band{background:var(--accent);opacity:.38;border-radius:9px;min-width:6px}
.gauge .dot{width:12px;height:12px;top:3px;margin-left:-6px;border-radius:50%;background:var(--accent);box-shadow:0 0 0 2px var(--card)}
.ends{display:flex;justify-content:space-between;margin:2px 0 0;color:var(--soft);font-size:12px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px}
.tile{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 14px;display:flex;flex-direction:column;min-width:0}
.tile b{font-size:22px;line-height:1.25;font-variant-numeric:tabular-nums}
.tile small{color:var(--soft);overflow-wrap:anywhere}
.warnings{background:var(--warn);border-left:4px solid var(--warn-line);border-radius:6px;padding:10px 14px}
.warnings h2{font-size:15px;margin:0 0 4px}
.warnings ul{margin:0;padding-left:18px}
.warnings li{overflow-wrap:anywhere;margin:2px 0}
.warnings details{margin-top:4px}
summary{cursor:pointer;color:var(--soft)}
.tools{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center;margin:0 0 10px}
.tools .find{display:flex;flex:1 1 320px;max-width:560px;gap:6px;align-items:center}
.tools input{flex:1;min-width:0;padding:6px 10px;border:1px solid var(--line);border-radius:8px;background:var(--card)}
.tools .found{color:var(--soft);font-size:13px;white-space:nowrap;font-variant-numeric:tabular-nums}
.tools .group{display:flex;gap:6px;align-items:center}
.tools .scale{min-width:44px;text-align:center;color:var(--soft);font-size:13px;font-variant-numeric:tabular-nums}
.tools button,.node button{padding:5px 11px;min-width:34px;border:1px solid var(--line);border-radius:8px;background:var(--card);cursor:pointer}
.tools button:hover,.node button:hover{border-color:var(--accent)}
html:not(.js) .tools{display:none}
.js .still{display:none}
.stage{background:var(--card);border:1px solid var(--line);border-radius:10px 10px 0 0;overflow:auto;height:auto;min-height:200px;max-height:min(72vh,760px);cursor:grab;overscroll-behavior-x:contain}
.stage.moving{cursor:grabbing;user-select:none}
.stage svg{display:block;margin:0 auto;max-width:none}
.stage .n{cursor:default}
.stage .n.split{cursor:pointer}
.stage .badge circle{fill:var(--card);stroke:var(--soft)}
.stage .badge path{stroke:var(--ink);stroke-width:1.6;fill:none}
.stage .n.split:hover .badge circle{stroke:var(--accent);stroke-width:2}
.stage .c-cut+.c-head~.c-note{transform:translateY(9px)}
.stage .hit>rect:first-of-type{fill:var(--hit)}
.stage .far{stroke:var(--card);stroke-width:3}
.stage .hit>.far{stroke:var(--warn-line);stroke-width:14}
.stage .active>rect:first-of-type{stroke:var(--accent);stroke-width:3;stroke-dasharray:none}
.stage .found{font-weight:600;fill:var(--ink)}
.node{background:var(--card);border:1px solid var(--line);border-top:0;border-radius:0 0 10px 10px;padding:10px 16px}
.node p{margin:0 0 4px;overflow-wrap:anywhere}
.node .path i{color:var(--soft);font-style:normal}
.node .rows{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:baseline}
.tree{background:var(--card);border:1px solid var(--line);border-radius:10px;overflow:auto;max-height:85vh;padding:6px}
.tree>div{position:relative;margin:0 auto;width:clamp(calc(var(--natural)*.62),100%,var(--natural))}
.tree svg{display:block;width:100%;height:auto}
.tree .root{position:absolute;top:0;width:1px;height:1px;scroll-initial-target:nearest;scroll-margin-inline:min(45vw,540px)}
pre.tree{display:none;margin:0;padding:12px 14px;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.tree .c-page{fill:none}
.hint{margin:0 2px 8px;color:var(--soft);font-size:13px}
table+.hint,.scroll+.hint,.still+.hint{margin-top:8px}
.legend{list-style:none;margin:0 0 8px;padding:0;display:flex;flex-wrap:wrap;gap:4px 18px}
.legend li{min-width:0;max-width:100%}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:10px;background:var(--card)}
.scroll.tall{overflow-y:auto;max-height:min(80vh,620px)}
table{border-collapse:collapse;width:100%;background:var(--card)}
th,td{padding:7px 12px;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
tbody tr:last-child>*{border-bottom:0}
thead th{color:var(--soft);font-weight:500;font-size:13px}
tbody th{font-weight:500}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.rules thead th{position:sticky;top:0;background:var(--card);box-shadow:0 1px var(--line);z-index:1}
.rules thead button{border:0;background:none;padding:0;color:inherit;font:inherit;cursor:pointer}
.rules thead button:disabled{cursor:default}
.js .rules thead button::after{content:"↕";opacity:.45;margin-left:4px}
.js .rules thead [aria-sort=ascending] button::after{content:"↑";opacity:1}
.js .rules thead [aria-sort=descending] button::after{content:"↓";opacity:1}
.rules .place{color:var(--soft)}
.if span{overflow-wrap:break-word}
.if i{color:var(--soft);font-style:normal;font-size:13px;margin:0 8px}
.class{display:inline-block;border-left:10px solid var(--class,transparent);border-radius:3px;padding-left:8px;font-weight:600;overflow-wrap:break-word}
.class.small{font-weight:400;font-size:14px}
.empty{color:var(--soft)}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:0 28px;align-items:start}
.pair>*{min-width:0}
.pair section>table,.pair details>table,.pair>div>table{border:1px solid var(--line);border-radius:10px;border-collapse:separate;border-spacing:0;overflow:hidden}
.pair td,.pair th{overflow-wrap:anywhere}
.pair td small{color:var(--soft);display:block;line-height:1.3;overflow-wrap:normal}
.dots{display:block;width:100%;height:auto}
.dots circle{fill:var(--accent);fill-opacity:.45}
.pair details{margin-top:8px}
.pair details table{margin-top:6px}
.confusion th,.confusion td{vertical-align:middle}
.confusion .class,.distribution .class{max-width:180px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom}
.confusion .right{background:color-mix(in srgb,var(--accent) calc(var(--share)*.55),var(--card))}
.confusion .wrong{background:color-mix(in srgb,var(--wrong) calc(var(--share)*.75),var(--card))}
.confusion .zero,.confusion .sum{color:var(--soft)}
.confusion .sum{font-size:13px}
.options th{font-weight:500;width:45%}
.meter{width:38%;vertical-align:middle}
.meter i{display:block;height:8px;border-radius:4px;background:var(--accent);min-width:2px}
.distribution .meter{width:46%}
.values{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px}
.values .bars{display:block;width:100%;height:110px;border-bottom:1px solid var(--line)}
.values .bars rect{fill:var(--accent)}
.values dl{display:grid;grid-template-columns:repeat(3,1fr);gap:4px 10px;margin:8px 0 0}
.values dt{color:var(--soft);font-size:12px}
.values dd{margin:0;font-variant-numeric:tabular-nums}
footer{max-width:1240px;margin:0 auto;padding:0 20px 28px;color:var(--soft);font-size:13px}
@media (max-width:760px){.headline{grid-template-columns:1fr;gap:12px;padding:14px 16px}.headline .big{font-size:44px}}
@media (max-width:600px){main{padding:20px 12px 4px}.tiles{grid-template-columns:1fr 1fr;gap:8px}.tile:last-child:nth-child(odd){grid-column:span 2}h1{font-size:25px}th,td{padding:7px 9px}.tools .find{flex-basis:100%}.tools button{min-height:38px}.tools input{min-height:38px}.tools .group{flex-wrap:wrap}.stage{max-height:62vh}.if span{display:block}.if i{display:none}.rules thead{display:none}.rules tr{display:grid;grid-template-columns:1fr auto auto;border-bottom:1px solid var(--line)}.rules tr:last-child{border-bottom:0}.rules td{border:0}.rules .place{display:none}.rules .if{grid-column:1/-1;padding-bottom:0}.rules td:nth-child(4)::after{content:" rows"}.rules.values td:nth-child(5)::before{content:"error "}.confusion .class,.distribution .class{max-width:110px}.pair .meter{width:26%}.wide pre.tree{display:block}.wide div.tree{display:none}footer{padding:0 12px 24px}}
@media print{body{background:#fff}main{max-width:none;padding:0}.live,.tools{display:none!important}.js .still{display:block}.tree,.scroll.tall{max-height:none;overflow:visible}.tile,.tree,tr,.headline{break-inside:avoid}details>*{display:block}.wide pre.tree{display:none}.wide div.tree{display:block}.tree>div{width:min(100%,var(--natural))}footer{padding:0}.js .rules thead button::after{content:none}}
`;
