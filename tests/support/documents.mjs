// The published documents and their exact media types: specification section 4.5, and further documents that readers look for.
const kJson = 'application/json'
const kMarkdown = 'text/markdown; charset=utf-8'
const kText = 'text/plain; charset=utf-8'

export const kSkillPath = '/.well-known/agent-skills/read-site-profile/SKILL.md'

export const kDocumentTypes = {
  '/openapi.json': kJson,
  '/auth.md': kMarkdown,
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/.well-known/agent-card.json': kJson,
  '/.well-known/mcp.json': kJson,
  '/.well-known/agent.json': kJson,
  '/.well-known/oauth-authorization-server': kJson,
  '/.well-known/openid-configuration': kJson,
  '/.well-known/oauth-protected-resource': kJson,
  '/.well-known/oauth-protected-resource/api/agent/full-profile': kJson,
  '/.well-known/jwks.json': kJson,
  '/api/site.json': kJson,
  '/ai/faq.json': kJson,
  '/llms.txt': kText,
  '/llms-full.txt': kText,
  '/AGENTS.md': kMarkdown,
  '/agents.md': kMarkdown,
  '/.well-known/mcp/server-card.json': kJson,
  '/.well-known/ai-catalog.json': 'application/ai-catalog+json',
  '/.well-known/agent-skills/index.json': kJson,
  [kSkillPath]: kMarkdown,
  '/robots.txt': kText,
  '/sitemap.xml': 'application/xml',
}

/** What the demo publishes: also the documents that [discovery] and [mcp] enable, and some of the Markdown forms of its pages. */
export const kDemoTypes = {
  ...kDocumentTypes,
  '/.well-known/ard.json': kJson,
  '/mcp/server-card': 'application/mcp-server-card+json',
  '/index.md': kMarkdown,
  '/cv.md': kMarkdown,
  '/agent-access.md': kMarkdown,
}
