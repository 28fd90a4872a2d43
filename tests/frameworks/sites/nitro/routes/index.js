export default defineEventHandler(() => '<!doctype html><html lang="en"><title>Robin Example</title><h1>Robin Example</h1></html>\n')
