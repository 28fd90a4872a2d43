// The issuer of the secrets that a host gives with each request, made once.
import { Issuer } from './oauth.js'
import { secretsOf } from './secrets.js'

export class Issuers {
  #settings
  #report
  #made = new Map() // by the secrets

  /** `report` takes the event and the text of what the owner must know. */
  constructor({ generation, rotation, scopes, areScopesDeclared, verifiedTokens, sites }, report) {
    this.#settings = { generation, rotation, scopes, areScopesDeclared, verifiedTokens, urls: sites.map(({ url }) => url) }
    this.#report = report
  }

  /** Null without valid secrets; the log says why, once. A failure of the platform is not kept: the next request tries again. */
  async of(env) {
    const name = JSON.stringify([env.AGENT_ACCESS_SECRET, env.AGENT_ACCESS_PREVIOUS_SECRETS])
    if (!this.#made.has(name)) {
      const made = this.#make(env)
      this.#made.set(name, made)
      made.catch(() => this.#made.delete(name))
    }
    return this.#made.get(name)
  }

  async #make(env) {
    const { secrets, problem } = secretsOf(env)
    if (!problem) return Issuer.create(this.#settings, secrets)
    this.#report('secret_refused', problem)
    return null
  }
}
