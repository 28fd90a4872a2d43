// The site beside, which gets the requests that are not for the service: (request, response) of node:http.
import { folderAt } from './folder.js'
import { serverAt } from './upstream.js'

/** By SITE, a folder, or UPSTREAM, the address of a server; undefined if neither is set. Throws a sentence about an address that is none. */
export function siteOf({ SITE, UPSTREAM }) {
  if (SITE) return folderAt(SITE)
  return UPSTREAM ? serverAt(UPSTREAM) : undefined
}
