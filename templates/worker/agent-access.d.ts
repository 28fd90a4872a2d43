/** Whether a request is for this service, by its path alone. Never throws. */
export function handles(asked: unknown): boolean

/** The response to a request. `env`: AGENT_ACCESS_SECRET and AGENT_ACCESS_PREVIOUS_SECRETS, by default of the process. `address`: the client's. */
export function fetch(request: Request, env?: object, context?: { address?: string | null }): Promise<Response>

/** For node:http, Express and the like: answers the requests for this service, and calls `next` for all others. */
export function middleware(incoming: any, outgoing: any, next?: () => unknown): unknown

declare const agentAccess: { handles: typeof handles; fetch: typeof fetch; middleware: typeof middleware }
export default agentAccess
