const page = (title) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>\n`
const html = (body, status = 200) => new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })

const pages = {
  'GET /': () => html(page('Robin Example')),
  'GET /about': () => html(page('About Robin Example')),
  'GET /api/hello': ({ search }) => Response.json({ hello: search.get('name') }),
  'POST /api/hello': async ({ request }) => Response.json({ hello: (await request.formData()).get('name') }),
  'GET /oauth/callback': ({ search }) => new Response(`signed in with ${search.get('code')}\n`),
}

async function file(path) {
  const bytes = /^\/[\w-]+\.\w+$/.test(path) ? await Deno.readFile(`public${path}`).catch(() => null) : null
  const type = path.endsWith('.svg') ? 'image/svg+xml' : 'text/plain; charset=utf-8'
  return bytes ? new Response(bytes, { headers: { 'Content-Type': type } }) : html(page('There is no such page'), 404)
}

Deno.serve((request, info) => {
  const { pathname, searchParams } = new URL(request.url)
  return pages[`${request.method} ${pathname}`]?.({ request, search: searchParams }) ?? file(pathname)
})
