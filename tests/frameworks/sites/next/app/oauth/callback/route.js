export const GET = (request) => new Response(`signed in with ${new URL(request.url).searchParams.get('code')}\n`)
