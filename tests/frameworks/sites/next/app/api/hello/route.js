export const GET = (request) => Response.json({ hello: new URL(request.url).searchParams.get('name') })
export const POST = async (request) => Response.json({ hello: (await request.formData()).get('name') })
