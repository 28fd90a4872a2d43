export const GET = ({ url }) => new Response(`signed in with ${url.searchParams.get('code')}\n`)
