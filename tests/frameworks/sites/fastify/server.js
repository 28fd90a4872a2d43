import formbody from '@fastify/formbody'
import files from '@fastify/static'
import Fastify from 'fastify'

const app = Fastify()
app.register(files, { root: `${import.meta.dirname}/public` })
app.register(formbody)

const page = (title) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>\n`
app.get('/', (request, reply) => reply.type('text/html').send(page('Robin Example')))
app.get('/about', (request, reply) => reply.type('text/html').send(page('About Robin Example')))
app.get('/api/hello', (request) => ({ hello: request.query.name }))
app.post('/api/hello', (request) => ({ hello: request.body?.name }))
app.get('/oauth/callback', (request, reply) => reply.type('text/plain').send(`signed in with ${request.query.code}\n`))

app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
