const colours = ["s0", "s1", "s2", "s3", "s4", "s5", "floor"];

// Colours are told apart by people who see few of them (Okabe and Ito), darker on white and lighter on black.
export const style = `
:root { --ground: #ffffff; --text: #1c1f23; --faint: #5d6670; --line: #d9dde2; --panel: #f6f7f9; --link: #0b5cad;
  --good: #00704f; --bad: #b3261e;
  --s0: #0b62b8; --s1: #c2410c; --s2: #00805c; --s3: #a03c86; --s4: #8a6a00; --s5: #2b8fb8; --floor: #7b848e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --text: #e4e7ea; --faint: #9aa4ae; --line: #343a41; --panel: #1c2024; --link: #7db8f5;
    --good: #4cc79a; --bad: #ff8a7a;
    --s0: #5aaef7; --s1: #f28c4b; --s2: #3fc79a; --s3: #dd8cc6; --s4: #e0bd4a; --s5: #7cd0ee; --floor: #98a2ac; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 1.75rem 0 .25rem; }
p, li { max-width: 46rem; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .75rem 0; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow-x: auto; }
details { margin: .75rem 0; }
summary { cursor: pointer; color: var(--link); }
.table { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .3rem .7rem; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-weight: 600; border-bottom-width: 2px; }
th.number, td.number { text-align: right; }
th { vertical-align: bottom; }
td:first-child { min-width: 8rem; }
th.wide { min-width: 14rem; }
td.short { white-space: nowrap; }
tbody tr:hover { background: var(--panel); }
td.met { color: var(--good); white-space: nowrap; }
td.missed { color: var(--bad); font-weight: 600; white-space: nowrap; }
td.open { color: var(--faint); white-space: nowrap; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem; margin: 1rem 0; }
.figures.wide { grid-template-columns: minmax(34rem, 46rem); overflow-x: auto; }
svg { width: 100%; height: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  font: 12px system-ui, sans-serif; }
svg text { fill: var(--text); }
svg .faint { fill: var(--faint); }
svg .title { font-size: 13px; font-weight: 600; }
svg .small { font-size: 10.5px; }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .curve { fill: none; stroke-width: 2; }
${colours.map((name) => `svg .stroke-${name} { stroke: var(--${name}); } svg .fill-${name} { fill: var(--${name}); }`).join("\n")}
svg .stroke-floor { stroke-dasharray: 5 4; }
svg .fill-good { fill: var(--s2); } svg .fill-safe { fill: var(--s4); }
svg .fill-bad { fill: var(--bad); } svg .fill-other { fill: var(--floor); }
`;
