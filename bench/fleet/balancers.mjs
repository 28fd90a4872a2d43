// Which replica a request reaches. A request is { agent, address, token }; the token is that of a read, undefined for
// registrations and token requests, which have none.
const mix = (word) => {
  word = Math.imul(word ^ (word >>> 16), 0x21f0aaad)
  word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
  return (word ^ (word >>> 15)) >>> 0
}

const inTurn = (replicas) => {
  let last = -1
  return () => last = (last + 1) % replicas
}

export const balancers = {
  'round-robin': inTurn,
  address: (replicas) => ({ address }) => mix(address + 1) % replicas,
  token: (replicas) => {
    const next = inTurn(replicas)
    return ({ token }) => token ? mix(token.digest) % replicas : next()
  }
}
