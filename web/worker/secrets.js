// The master secrets as the owner gave them to a host. What an editor, a shell or a form of a host adds to the text of the secret file
// would give other clients and keys than the service has, without a word; so such a text is refused, with what to do.
import { bytesOf } from './encoding.js'
import { protocol } from './protocol.js'

const { secret_bytes: kLeastBytes, secret_different_bytes: kLeastDifferent } = protocol

/** What is wrong with a secret, or undefined. A previous one is accepted as weak as it was. @type {(text: string, isPrevious: boolean) => string | undefined} */
function problemWith(text, isPrevious) {
  if (text.trim() === '') return text === '' ? 'is not set' : 'has only blanks'
  if (text.startsWith('\ufeff')) return 'begins with a byte order mark'
  if (text.endsWith('\r')) return 'ends with a carriage return, as files of Windows do'
  if (/[\x00-\x1f\x7f]/.test(text)) return 'has a line break or another control character'
  if (text.trim() !== text) return 'begins or ends with a blank'
  if (/^(["'`]).*\1$/.test(text)) return 'is in quotes'
  if (/^[A-Z_]+=./.test(text)) return 'begins with the name of a variable and ='
  if (bytesOf(text).length < kLeastBytes) return `has fewer than ${kLeastBytes} bytes`
  if (!isPrevious && new Set(bytesOf(text)).size < kLeastDifferent) return `has fewer than ${kLeastDifferent} different bytes; it is not random`
  return undefined
}

/**
 * { secrets }, the present one first, or { problem }, a sentence for the owner. One line break at the end is that of the file.
 * @type {(env: any) => { secrets?: string[], problem?: string }}
 */
export function secretsOf({ AGENT_ACCESS_SECRET: present = '', AGENT_ACCESS_PREVIOUS_SECRETS: previous = '' }) {
  const given = [['AGENT_ACCESS_SECRET', present.replace(/\n$/, '')],
    ...previous.split('\n').map((text, at) => [`AGENT_ACCESS_PREVIOUS_SECRETS, line ${at + 1},`, text]).filter(([, text]) => text !== '')]
  for (const [at, [name, text]] of given.entries()) {
    const problem = problemWith(text, at > 0)
    if (problem) return { problem: `${name} ${problem}; set it, as a secret of this host, to the text of the secret file and nothing else` }
  }
  return { secrets: given.map(([, text]) => text) }
}
