export default defineEventHandler((event) => `signed in with ${getQuery(event).code}\n`)
