// Addresses of the clients on the loopback network. Attackers never share an address with the ordinary load or the good client, because a rate
// limit must distinguish them.

/** The network that the plain process trusts: that of the proxy in front of it. */
export const kProxies = '127.1.0.0/16'

/** The address of the proxy in front of the plain process, and the addresses of attackers behind it. */
export const kProxy = '127.1.0.1'

/** Client `index` of a `crowd` ('load' or 'good'): what the proxy writes, or the address a connection comes from. */
export function clientAddress(crowd, index, tls) {
  if (tls) return `127.${crowd === 'good' ? 12 : 11}.0.${1 + index}`
  return `${crowd === 'good' ? '198.51.100' : '203.0.113'}.${1 + index}`
}

const octets = (number) => `${(number >> 8) & 255}.${1 + (number % 254)}`

/** An attacker's address: 127.66.0.1 and onwards. */
export const attackerAddress = (number) => `127.${66 + ((number >> 16) & 63)}.${octets(number)}`

/** Addresses that a client of the proxy pretends to have, or that a botnet has: IPv4 and IPv6. */
export function anyAddress() {
  const random = () => Math.floor(Math.random() * 65_536)
  if (random() % 2 === 0) return `2001:db8:${random().toString(16)}:${random().toString(16)}::${random().toString(16)}`
  return `100.${64 + (random() % 64)}.${octets(random())}`
}
