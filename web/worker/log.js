// The log: a line for each request, in the form of the C++ service, which `report` reads. A log that cannot be written fails no request: its
// lines are counted, and the next line that can be written says how many they were.
import { addressText, networkOf } from './addresses.js'
import { protocol } from './protocol.js'

/** What may be a secret: a client may have put one anywhere. Not the words of a long name in a path. */
const withoutSecrets = (text) => text.replace(/[\w+=%~-]{32,}/g, (run) => (/^[a-z-]*$/.test(run) ? run : '[removed]'))

/** What a reader does not see, or a terminal acts on, as the service's log escapes it (base/visible_text). */
const kHidden = /[\u007f-\u009f\u034f\u115f\u1160\u3164\uffa0\p{Cf}\p{Zl}\p{Zp}]/gu
const visible = (json) => json.replace(kHidden, (hidden) => hidden.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''))

/** At most `size` characters; what is empty is left out of the line. */
const cut = (text, size) => withoutSecrets(text ?? '').slice(0, size) || undefined

/** By log.client_address. */
const kAddressForms = { full: addressText, prefix: networkOf, none: () => undefined }

export class Log {
  #settings
  #write
  #clock
  #lost = 0
  #second // of the quota of refusals, with what was used of it
  #used = 0
  #leftOut = 0

  /** `settings`: { logsRequests, logRefusals, logAddress }; `write` takes a line and may throw, or reject later; `clock`: milliseconds of the day. */
  constructor(settings, write, clock) {
    this.#settings = settings
    this.#write = write
    this.#clock = clock
  }

  /** `request` became `answered` after `duration` milliseconds, at `now` of a monotonic clock. Never a secret, a token or a body. */
  request({ request, client, answered, requestId, duration, now }) {
    const { outcome, status } = answered
    if (!this.#settings.logsRequests || (status >= 400 && !this.#takeRefusal(now))) return
    const { host, pathname } = URL.canParse(request.url) ? new URL(request.url) : { host: '', pathname: '' }
    this.add('info', 'access', {
      request_id: requestId, client: client === null ? undefined : kAddressForms[this.#settings.logAddress](client),
      method: request.method, host: cut(host, protocol.log_host_bytes), path: cut(pathname, protocol.log_path_bytes), route: outcome.route, resource: outcome.resource,
      status, error: outcome.fault?.error, reason: outcome.fault?.name, duration_us: Math.max(Math.round(duration * 1000), 0),
      user_agent: cut(request.headers.get('user-agent'), protocol.log_user_agent_bytes), client_id: outcome.clientId, kid: outcome.kid, jti: outcome.jti,
      client_name: cut(outcome.clientName, protocol.log_client_name_bytes),
    })
  }

  /** Uses one line of the quota of this second, or counts it as left out. */
  #takeRefusal(now) {
    const most = this.#settings.logRefusals
    if (most === 0) return true
    const second = Math.floor(now / 1000)
    if (second !== this.#second) [this.#second, this.#used] = [second, 0]
    if (this.#used >= most) {
      ++this.#leftOut
      return false
    }
    ++this.#used
    if (this.#leftOut > 0) this.add('warn', 'access_left_out', { lines: this.#leftOut })
    this.#leftOut = 0
    return true
  }

  /** @type {(level: string, event: string, fields: any) => void} */
  add(level, event, fields) {
    const lines = this.#lost
    this.#lost = 0
    if (lines > 0) this.#send({ level: 'warn', event: 'log_lines_dropped', lines }, lines)
    this.#send({ level, event, ...fields }, 1)
  }

  /** `lines`: how many are lost with this one. */
  async #send(fields, lines) {
    try {
      await this.#write(visible(JSON.stringify({ time: new Date(this.#clock()).toISOString(), ...fields })))
    } catch {
      this.#lost += lines
    }
  }
}
