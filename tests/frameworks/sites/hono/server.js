import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const app = new Hono()
app.use(serveStatic({ root: './public' }))

const page = (title) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>\n`
app.get('/', (context) => context.html(page('Robin Example')))
app.get('/about', (context) => context.html(page('About Robin Example')))
app.get('/api/hello', (context) => context.json({ hello: context.req.query('name') }))
app.post('/api/hello', async (context) => context.json({ hello: (await context.req.parseBody()).name }))
app.get('/oauth/callback', (context) => context.text(`signed in with ${context.req.query('code')}\n`))

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) })
