#include "app/status/page/status_html.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --paper: #f8f7f3; --surface: #fff; --ink: #1b2624; --muted: #55625e; --line: #dbdad2;
  --track: #e9e8e1; --accent: #0b5d5b; --tint: #9cc5bf; --good: #1c6b3c; --bad: #a1352a; --warn: #7a4a12; --now: #1b2624;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #101716; --surface: #17201e; --ink: #e6ebe8; --muted: #a4b1ac; --line: #2b3835; --track: #26322f;
    --accent: #86d3c8; --tint: #35605a; --good: #7fd3a0; --bad: #f2a196; --warn: #e6c08a; --now: #e6ebe8; } }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0 auto; max-width: 78rem; padding: clamp(1rem, 3vw, 2.5rem); background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  overflow-wrap: anywhere; }
h1, h2, p, dl, figure, ol, ul { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h1 { font: 600 clamp(1.5rem, 1.1rem + 2vw, 2.25rem)/1.2 ui-serif, "Iowan Old Style", Palatino, "P052", Georgia, serif; }
h2 { font-size: 1rem; font-weight: 600; }
a { color: var(--accent); }
code { font: 0.8125rem/1.5 var(--mono); }
header { margin-bottom: 1.5rem; }
.product { color: var(--muted); font-size: 0.875rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: center; margin-top: 0.5rem; color: var(--muted); }
.chip { display: inline-block; border: 1px solid; border-radius: 1rem; padding: 0 0.6rem; font-size: 0.8125rem; font-weight: 600; }
.chip.good { color: var(--good); } .chip.bad { color: var(--bad); } .chip.warn { color: var(--warn); }
main { display: grid; gap: 1rem; }
section, .card { min-width: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1rem 1.25rem; }
.card { padding: 0.75rem 1.25rem; }
section > h2 { margin-bottom: 0.75rem; }
section > h2:has(+ .note) { margin-bottom: 0; }
.note { margin-bottom: 0.75rem; color: var(--muted); font-size: 0.875rem; }
.empty { color: var(--muted); }
.detail { color: var(--muted); font-size: 0.8125rem; font-weight: 400; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
.card h2 { color: var(--muted); font-weight: 500; }
.card .value { font-size: 1.875rem; line-height: 1.3; font-weight: 600; font-variant-numeric: tabular-nums; }
.packed { columns: 2 22rem; column-gap: 1rem; }
.packed > section { break-inside: avoid; }
.packed > section + section { margin-top: 1rem; }
.scale { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; color: var(--muted); font-size: 0.8125rem; }
.legend i { display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 2px; margin: 0 0.15rem 0 0.6rem; }
i.requests, i.published { background: var(--tint); } i.signs { background: var(--accent); }
i.refused { background: var(--bad); } .legend i.now { width: 2px; background: var(--now); }
svg { display: block; width: 100%; }
svg.columns { height: 9rem; margin: 0.4rem 0; border-bottom: 1px solid var(--line); }
svg.bar { height: 0.375rem; margin-top: 0.2rem; } svg.line { height: 1rem; margin-top: 0.2rem; }
.columns .requests, .published { fill: var(--tint); } .columns .refused { fill: var(--bad); }
.track { fill: var(--track); } .fill, .line .signs { fill: var(--accent); } .line .now { fill: var(--now); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.3rem 0; text-align: left; vertical-align: top; font-weight: 400; }
thead th { color: var(--muted); font-size: 0.8125rem; border-bottom: 1px solid var(--line); }
.number { width: 6rem; text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
dl > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.3rem 0; }
dl > div + div { border-top: 1px solid var(--line); }
dt { color: var(--muted); } dd { margin: 0; font-variant-numeric: tabular-nums; }
dd:has(svg) { flex-basis: 100%; }
.keys { display: grid; gap: 0.75rem; margin-bottom: 0.5rem; }
.key { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; }
.state { font-size: 0.8125rem; font-weight: 600; } .state.signs { color: var(--good); }
.log li { padding: 0.4rem 0; } .log li + li { border-top: 1px solid var(--line); }
.log time { color: var(--muted); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.settings th, .settings td { padding-right: 1rem; border-bottom: 1px solid var(--line); }
.settings th { white-space: nowrap; }
.settings td:last-child { padding-right: 0; }
details { margin-top: 1rem; } summary { cursor: pointer; color: var(--accent); }
footer { margin-top: 1.5rem; color: var(--muted); font-size: 0.875rem; }
@media (max-width: 40rem) {
  .settings thead { display: none; }
  .settings tr { display: block; padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
  .settings th, .settings td { display: block; padding: 0; border: 0; white-space: normal; } }
)css";

}  // namespace

std::string_view status_style() noexcept { return kStyle; }

}  // namespace agent_access::app
