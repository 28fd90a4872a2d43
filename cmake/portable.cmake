# The rooms that prepare or test a deployment and need no server, system library or thread: they are also compiled to WebAssembly. None of
# them uses another room; tests/docs/rooms.test.mjs checks it.
set(AGENT_ACCESS_PORTABLE_ROOMS
  base base/unicode json crypto oauth http limit net/capacity
  site/templates site/agents site/content site/sources/texts site/sources/works site/sources/resumes site/sources
  site/documents site/guides site/pages site/publish
  mcp service ops/words
  app/text app/files app/config app/deployment app/check
  tools/usage tools/client tools/guards tools/probe tools/beside tools/visits tools/proxies tools/export tools/import
  commands commands/package)
