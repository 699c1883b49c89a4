/** The style of a table summary, in addition to that of every page. */
export const DESCRIPTION_STYLE = `
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,330px),1fr));gap:14px;align-items:start}
.columns{grid-template-columns:repeat(auto-fill,minmax(min(100%,250px),1fr))}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px;min-width:0}
.wide-card{grid-column:1/-1;min-width:0}
h3{margin:0;font-size:15px;overflow-wrap:anywhere}
.note{margin:0 0 8px;color:var(--soft);font-size:13px;overflow-wrap:anywhere}
.card>.note:last-child{margin:6px 0 0}
.soft{color:var(--soft)}
.bars{display:block;width:100%;height:64px;fill:var(--accent);border-bottom:1px solid var(--line)}
.ends{display:flex;justify-content:space-between;margin:2px 0 8px;color:var(--soft);font-size:12px}
dl{display:grid;grid-template-columns:repeat(3,1fr);gap:4px 10px;margin:0}
dl div{min-width:0}
dt{color:var(--soft);font-size:12px}
dd{margin:0;font-variant-numeric:tabular-nums}
.groups{table-layout:fixed}
.groups th,.groups td{border:0;padding:2px 0;font-size:13px;font-weight:400;vertical-align:middle}
.groups th{width:36%;padding-right:8px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.columns .groups th{width:46%}
.groups .n{width:58px;padding-left:6px}
.strip{display:block;width:100%;height:14px;border-radius:3px}
.strip .k,.bars rect{fill:var(--accent)}
.strip .rail{fill:var(--line)}
.strip .band{fill:var(--accent);fill-opacity:.35}
.legend{list-style:none;margin:0 0 12px;padding:0;display:flex;flex-wrap:wrap;gap:6px 20px}
.legend li{min-width:0;max-width:100%}
.legend small{color:var(--soft)}
.card .scroll{border:0;border-radius:0}
.cross th,.cross td{padding:6px 8px;font-size:13px;font-weight:400;min-width:74px;max-width:180px;overflow-wrap:anywhere;vertical-align:middle}
.cross thead th{color:var(--soft)}
.cross .strip{margin-top:3px;height:9px}
`;
