// Agents as those of the fleet test (tests/fleet/agents.mjs): every second one registers once, the others for each visit. A visit is a token, reads
// with pauses, in turn with this token and with that of the visit before, and a document. Requests take no time here.
import { kVisit } from '../../tests/fleet/plan.mjs'

const [pause, rest] = [kVisit.pauseMs / 1000, kVisit.restMs / 1000]

// The requests of one visit: { what, wait }, with the seconds until the next.
export const visitOf = (number, agent, random) => {
  const betweenReads = () => pause * (0.5 + random.fraction())
  const reads = Array.from({ length: kVisit.reads }, (_, index) => ({
    what: index % 2 === 0 ? 'read' : 'read before', wait: index === kVisit.reads - 1 ? 0 : betweenReads()
  }))
  const keeps = number % 2 === 0, isKnown = keeps && agent.isRegistered
  agent.isRegistered = true
  // The pause after a registration is also made without one.
  return [...(isKnown ? [] : [{ what: 'register', wait: pause * random.fraction() }]), { what: 'token', wait: betweenReads() }, ...reads,
    { what: 'document', wait: rest + (keeps ? pause * random.fraction() : 0) }]
}
