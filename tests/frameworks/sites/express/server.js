import express from 'express'

const app = express()
app.use(express.static('public'))
app.use(express.urlencoded())

const page = (title) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>\n`
app.get('/', (request, response) => response.send(page('Robin Example')))
app.get('/about', (request, response) => response.send(page('About Robin Example')))
app.get('/api/hello', (request, response) => response.json({ hello: request.query.name }))
app.post('/api/hello', (request, response) => response.json({ hello: request.body?.name }))
app.get('/oauth/callback', (request, response) => response.type('text').send(`signed in with ${request.query.code}\n`))

app.listen(process.env.PORT, '127.0.0.1')
