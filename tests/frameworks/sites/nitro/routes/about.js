export default defineEventHandler(() => '<!doctype html><html lang="en"><title>About Robin Example</title><h1>About Robin Example</h1></html>\n')
