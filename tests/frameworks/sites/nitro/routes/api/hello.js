export default defineEventHandler(async (event) => {
  const { name } = event.method === 'POST' ? await readBody(event) : getQuery(event)
  return { hello: name }
})
