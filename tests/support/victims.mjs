// Honest clients of a proxy, each with its own address: they register, get a token, read the profile and a large file, repeatedly,
// and count responses and faults: { answers, faults }.
import { randomBytes } from 'node:crypto'
import { ask, openFront } from './front_client.mjs'
import { exampleProfile } from './server.mjs'
import { form, kForm, kJson, kProfilePath, tokenFields } from './steps.mjs'

export const kLargePath = '/large.bin'
const kLarge = randomBytes(192 * 1024)
/** For behindFront: what the victims read. */
export const victimFiles = { 'public/large.bin': kLarge }

/** The requests of one round, in order; each response is checked and used by the next requests. */
async function round(send, known) {
  const client = JSON.parse(await send({ path: '/oauth/register', method: 'POST', headers: { 'content-type': kJson }, body: '{}' }, 201))
  const fields = tokenFields(client)
  const granted = JSON.parse(await send({ path: '/oauth/token', method: 'POST', headers: { 'content-type': kForm }, body: form(fields) }, 200))
  for (let count = 0; count < 2; ++count) {
    const profile = JSON.parse(await send({ path: kProfilePath, headers: { authorization: `Bearer ${granted.access_token}` } }, 200))
    if (profile.name !== exampleProfile.name || profile._meta.issued_to !== client.client_id) throw new Error('not the profile of this client')
  }
  if (!kLarge.equals(await send({ path: kLargePath }, 200))) throw new Error('not the bytes of the file')
  ++known.rounds
}

/** One victim for `rounds` rounds: over one HTTP/2 connection, or with a connection for each request. */
async function suffer({ front, ca, from, isHttp2, rounds }, result) {
  const session = isHttp2 ? await openFront({ front, ca, from }) : undefined
  const send = async (request, wanted) => {
    ++result.answers
    const { status, body } = await (session?.ask(request) ?? ask({ front, ca, from, ...request }))
    if (status !== wanted) throw new Error(`${request.path}: ${status} ${body.subarray(0, 200)}`)
    return body
  }
  for (let count = 0; count < rounds; ++count) {
    try {
      await round(send, result)
    } catch (error) {
      result.faults.push(`${isHttp2 ? 'h2' : 'h1'} ${error}`)
      if (session?.session.destroyed) break
    }
  }
  session?.close()
}

/** Resolves when all victims have finished: { answers, rounds, faults }. */
export async function runVictims({ front, ca, victims, rounds }) {
  const result = { answers: 0, rounds: 0, faults: [] }
  await Promise.all(Array.from({ length: victims }, (_, at) => suffer({ front, ca, from: `127.0.1.${at + 1}`, isHttp2: at % 3 !== 0, rounds }, result)
    .catch((error) => result.faults.push(`no connection: ${error}`))))
  return result
}
