// Horizontal bars as SVG: text stays text, colors come from the page.
export const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
export const short = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(1) : value.toFixed(2))

const kWidth = 860
const kLabel = 300
const kRow = 24

/** `rows`: [{ label, value, kind: ours | floor | peer, reason }]; a row without value has a reason. */
export function bars(title, unit, rows) {
  const most = Math.max(...rows.map(({ value }) => value ?? 0), 1e-9)
  const room = kWidth - kLabel - 90
  const lines = rows.map(({ label, value, kind, reason }, i) => {
    const y = i * kRow
    const name = `<text x="${kLabel - 10}" y="${y + 16}" class="right">${escape(label)}</text>`
    if (!Number.isFinite(value)) return `${name}<text x="${kLabel}" y="${y + 16}" class="faint">not measured: ${escape(reason ?? 'not asked for')}</text>`
    const width = Math.max(1, room * value / most)
    return `${name}<rect x="${kLabel}" y="${y + 4}" width="${width.toFixed(1)}" height="${kRow - 8}" rx="2" class="${kind}"/>` +
      `<text x="${(kLabel + width + 6).toFixed(1)}" y="${y + 16}">${short(value)}</text>`
  })
  return `<figure><figcaption>${escape(title)} <span class="faint">(${escape(unit)})</span></figcaption>
<svg viewBox="0 0 ${kWidth} ${rows.length * kRow + 4}" role="img" aria-label="${escape(title)}">${lines.join('\n')}</svg></figure>`
}
