// How five kinds of servers read the path of a request.

const decoded = (path) => path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
/** As a decoder of UTF-8 that does not look for the shortest form. */
const withoutOverlong = (path) => path.replace(/\xe0([\x80\x81][\x80-\xbf])/g, (_, rest) => String.fromCharCode(0xc0 + rest.charCodeAt(0) - 0x80) + rest[1])
  .replace(/([\xc0\xc1])([\x80-\xbf])/g, (_, first, second) => String.fromCharCode((first.charCodeAt(0) - 0xc0) * 64 + second.charCodeAt(0) - 0x80))

/** Takes a backslash for a slash, merges slashes and resolves dot segments. */
function resolved(path) {
  const out = []
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') out.pop()
    else if (segment !== '' && segment !== '.') out.push(segment)
  }
  return `/${out.join('/')}`
}

/** The path as each kind of server reads that of a target. */
export const kReadings = {
  'resolves dots': (path) => resolved(decoded(path).replace(/\0.*$/s, '')),
  'does not resolve dots': (path) => decoded(path),
  'strips parameters': (path) => resolved(decoded(path.replace(/;[^/]*/g, ''))),
  'decodes twice': (path) => resolved(withoutOverlong(decoded(decoded(path))).replace(/[#?].*$/s, '').replace(/[\0-\x1f]/g, '')),
  'ignores case': (path) => resolved(decoded(path)).toLowerCase(),
}

/** The names of those that read the target of a request as something at or below a prefix without its last slash. */
export const readersOf = (target, prefix) => {
  const path = target.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/\?.*$/s, '')
  return Object.entries(kReadings).filter(([, read]) => `${read(path)}/`.startsWith(`${prefix}/`)).map(([name]) => name)
}
