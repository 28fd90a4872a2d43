// The style of the page: light and dark, no external resources.
const scheme = ({ paper, ink, faint, ruled, ours, floor, peer, good, bad, curves }) =>
  `body { background: ${paper}; color: ${ink} } text { fill: ${ink} } .faint { color: ${faint}; fill: ${faint} } .rule, td, th { stroke: ${ruled}; border-color: ${ruled} }
  .ours { fill: ${ours} } .floor { fill: ${floor} } .peer { fill: ${peer} } .met { color: ${good} } .missed { color: ${bad} }
  ${curves.map((color, i) => `.curve.c${i} { stroke: ${color} } .dot.c${i}, .name.c${i} { fill: ${color} }`).join('\n  ')}`
const kLight = scheme({
  paper: '#ffffff', ink: '#1f2328', faint: '#59636e', ruled: '#d1d9e0', ours: '#0b5cad', floor: '#59636e', peer: '#b8752b', good: '#1c6b3c', bad: '#a1352a',
  curves: ['#59636e', '#0b5cad', '#a1352a', '#1c6b3c', '#6a3d8f', '#9a5b00', '#00707a', '#a0317b'],
})
const kDark = scheme({
  paper: '#0d1117', ink: '#e6edf3', faint: '#9198a1', ruled: '#3d444d', ours: '#6cb6ff', floor: '#9198a1', peer: '#e0a868', good: '#7fd3a0', bad: '#f2a196',
  curves: ['#9198a1', '#6cb6ff', '#f2a196', '#7fd3a0', '#c9a6f0', '#e0a868', '#6fd0d8', '#f0a3d4'],
})

export const kStyle = `:root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
  svg { width: 100%; height: auto; display: block } svg text { font: 12px system-ui, sans-serif; stroke: none } figure { margin: 1.5rem 0; overflow-x: auto }
  figcaption { font-weight: 600; margin-bottom: .4rem } .right { text-anchor: end } .middle { text-anchor: middle }
  .curve { fill: none; stroke-width: 1.8; stroke-linejoin: round } .dashed { stroke-dasharray: 6 4 } text.dashed { stroke-dasharray: none } .rule { stroke-width: 1 }
  table { border-collapse: collapse; width: 100%; font-size: .9rem } td, th { border-bottom: 1px solid; padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top }
  td.number, th.number { text-align: right; font-variant-numeric: tabular-nums } .met, .missed { font-weight: 600 } .wide { overflow-x: auto }
  ${kLight}
  @media (prefers-color-scheme: dark) { ${kDark} }`
