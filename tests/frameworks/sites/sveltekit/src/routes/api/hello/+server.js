export const GET = ({ url }) => Response.json({ hello: url.searchParams.get('name') })
export const POST = async ({ request }) => Response.json({ hello: (await request.formData()).get('name') })
