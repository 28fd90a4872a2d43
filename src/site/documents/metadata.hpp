/// \file
/// Descriptions of the service and its tools as JSON: OAuth metadata, JWK Set, agent cards, catalogs. Thread safe, no
/// I/O.
///
/// The guides for agents, Markdown made from templates/guides. Thread safe, no I/O.
///
/// /openapi.json: the service in OpenAPI 3.1.0, version 1.0.0 (specification section 9), with every operation,
/// response, header and error. Agents read it with their model, so that it is short: no white space, and what many
/// operations have in common stands once. /oauth/authorize is not included, because it refuses every request.
///
/// NOT checked: that the examples are valid by the schemas. Tests validate every example, and responses of the service.
///
/// The content of the site as JSON, JSON-LD, Markdown and files for crawlers. Thread safe, no I/O.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "site/content/labels.hpp"
#include "site/content/pages.hpp"
#include "site/documents/document_row.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

// --- settings_view.cpp ---

/// What every template may name: the address of the site ({{base_url}}) and of the service with tokens, profile and MCP
/// endpoint ({{issuer}}; {{at_issuer}}: the same, or empty if it is this host, before a path), and flags of what the
/// settings enable: has_profile, has_mcp and others.
[[nodiscard]] templates::View settings_view(const HostView& view);

// --- oauth_metadata.cpp: RFC 8414 (authorization server) and RFC 9728 (protected resource; section 3.1 defines the
// form of the path). Rendered for each host, because issuer and resource must match the requested URL. ---

/// /.well-known/oauth-authorization-server. authorization_endpoint and the empty
/// response_types_supported are included because widely used clients refuse metadata without them; claim_uri because
/// scanners require it with anonymous registration.
[[nodiscard]] std::string render_authorization_server(const HostView& view);

/// /.well-known/openid-configuration, for clients that request that by default (RFC 8414 section 5): the same, with the
/// two members without which parsers of OpenID Connect Discovery 1.0 (section 3) refuse a document. OpenID Connect is
/// not supported.
[[nodiscard]] std::string render_openid_configuration(const HostView& view);

/// /.well-known/oauth-protected-resource, resource = base URL: the document to which the challenge of the profile
/// refers. Names all scopes, because the base URL stands for the whole service.
[[nodiscard]] std::string render_protected_resource(const HostView& view);

/// The same path followed by the path of the profile; resource = URL of the profile.
[[nodiscard]] std::string render_protected_profile(const HostView& view);

/// The same path followed by the path of the MCP endpoint; resource = URL of the endpoint.
[[nodiscard]] std::string render_protected_mcp(const HostView& view);

/// The metadata of a gated document or a gate, which differ in the path alone: `before_path`, the path, `after_path`.
/// NOT checked: that the path needs no escape in JSON; content::is_normal_path says so.
struct ResourceText {
  std::string before_path;
  std::string after_path;

  [[nodiscard]] std::string with(std::string_view path) const;
};

/// `scopes_supported` is the one scope that opens the resource: clients request what this list has.
[[nodiscard]] ResourceText gated_metadata(const HostView& view, const GatedResource& resource);

/// The public keys of the tokens as a JWK Set, RFC 7517 section 5: every key of the schedule, in its order, public
/// members only. Equal on every host and replica.
[[nodiscard]] std::string render_jwks(const oauth::KeySchedule& keys);

// --- agent_card.cpp: the two cards of the A2A protocol. The skills are the browser tools; there is no A2A endpoint, so
// the protocol binding of the interface is WebMCP (A2A 1.0 section 5.8 allows any URI). ---

/// /.well-known/agent-card.json, A2A 1.0.
[[nodiscard]] std::string render_agent_card(const HostView& view);

/// /.well-known/agent.json: a card of A2A 0.2.6, valid for 0.3.0 too, with a list of endpoints, which other readers
/// expect.
[[nodiscard]] std::string render_agent_manifest(const HostView& view);

// --- mcp_manifest.cpp: the browser tools in the form of an MCP server card, and the MCP endpoint, if it is enabled, as
// its remote. The transport is WebMCP, and there is no top-level `endpoint`, to which a client would post JSON-RPC. ---

/// What the server card, mcp.json and `initialize` say alike about the MCP server.
struct McpIdentity {
  std::string name;   ///< "com.example.www/robin-example": of the canonical host and the title; at most 200 characters
  std::string title;  ///< at most 100 characters, like the description
  std::string description;
  boost::json::array icons = {};  ///< on the host itself, as clients demand
  bool has_profile = true;        ///< get_full_profile is among the tools, and the profile among the resources
  std::string guide = {};         ///< the address of auth.md; empty where no MCP endpoint is
};
[[nodiscard]] McpIdentity mcp_identity(const HostView& view);

/// The tools as tools/list has them, or without an endpoint as the pages register them, each with the first icon;
/// without a profile those that need no token.
[[nodiscard]] boost::json::array tool_array(const McpIdentity& identity);

/// /.well-known/mcp.json.
[[nodiscard]] std::string render_mcp_manifest(const HostView& view);

/// /mcp/server-card and /.well-known/mcp/server-card.json: a server card of SEP-2127 (Final), which allows
/// further members: those of the manifest, and `serverUrl` (the page that registers the tools), for older readers.
[[nodiscard]] std::string render_mcp_server_card(const HostView& view);

// --- catalogs.cpp ---

/// The canonical host without its port; an IPv6 address with hyphens. The publisher in the URNs of the catalog.
[[nodiscard]] std::string publisher_of(const content::Settings& settings);

/// "/data/v1/" as "data-v1": letters, digits and hyphens only.
[[nodiscard]] std::string hyphenated(std::string_view text);

/// /.well-known/api-catalog: RFC 9727 in the Linkset format of RFC 9264, with relations of RFC 8631. The Link field
/// that section 2 of RFC 9727 requires for HEAD is part of every response.
[[nodiscard]] std::string render_api_catalog(const HostView& view);

/// /.well-known/ai-catalog.json: an AI Catalog (specVersion 1.0) of the documents for agents.
[[nodiscard]] std::string render_ai_catalog(const HostView& view);

/// /.well-known/ard.json: the manifest of Agentic Resource Discovery (ARD 0.9 and 0.91), from which search services for
/// agents build their index. It has the entries of the AI catalog whose media types ARD defines, each with
/// representative queries, and the AI catalog itself for all others. Queries name only what the site has: without
/// publications, no query asks for one.
[[nodiscard]] std::string render_ard_manifest(const HostView& view);

/// auth.md: how an agent gets a credential, in the sections of the auth.md convention (https://workos.com/auth-md).
/// Scanners read its first 5 KB, so all sections begin before byte 4800, whatever the length of the owner's texts.
[[nodiscard]] std::string render_auth_md(const HostView& view);

/// /AGENTS.md, also at /agents.md: the guide for agents that use this site.
[[nodiscard]] std::string render_agents_md(const HostView& view);

/// /llms.txt (llmstxt.org): a heading, a summary, lists of links. Below 30,000 bytes: the lists of works are cut.
[[nodiscard]] std::string render_llms_txt(const HostView& view);

/// /llms-full.txt: the whole public content, and how to read the extended profile, in one Markdown file.
[[nodiscard]] std::string render_llms_full(const HostView& view);

/// The only skill of Agent Skills discovery 0.2.0, and /.well-known/agent-skills/index.json; the digest there is that
/// of the bytes of the skill.
[[nodiscard]] std::string render_skill(const HostView& view);
[[nodiscard]] std::string render_skill_index(const HostView& view);

/// Paths below a gate have the errors of the profile, too.
[[nodiscard]] std::string render_openapi(const HostView& view);

// --- error_list.cpp ---

/// A row of the list of all errors, which the page for agents, its Markdown form and the guides show alike.
struct ErrorRow {
  std::uint16_t status = 0;
  std::string_view error;
  std::string_view label = {};     ///< why_… and fix_… are the labels that explain it
  std::string_view sentence = {};  ///< explains it if it has no label; without either, only `error_description` does
};

/// The errors of HostView::faults that this site can return, one row for each status and its error, by status.
[[nodiscard]] std::vector<ErrorRow> error_rows(const HostView& view);

// --- site_data.cpp ---

/// /api/site.json: the public data of the site, also for the browser tools. A schema.org ProfilePage (json_ld()) with
/// the members of the owner's site.json, also unknown ones. The generated members "@…", mainEntity, hasPart, pages and
/// resources replace those of the same name in the owner's file; of other names, the owner's are used. Works are listed
/// newest first, each with its slug and, if the site has pages, "page".
[[nodiscard]] std::string render_site_data(const HostView& view);

/// /resume.json: the owner, the public CV, publications and projects as JSON Resume 1.0.0. Sections of the CV for which
/// the format has no list are projects whose `type` is the title of the section.
[[nodiscard]] std::string render_resume(const HostView& view);

/// /publications.bib: each publication as an entry of BibTeX in UTF-8. The titles keep their capitals; no text of the
/// owner ends a value.
[[nodiscard]] std::string render_bibliography(const HostView& view);

/// /ai/faq.json: the owner's questions as schema.org FAQPage and as a plain list, `faqs`.
[[nodiscard]] std::string render_faq_document(const HostView& view);

// --- json_ld.cpp: schema.org JSON-LD 1.1; members without content are omitted ---

/// The site, for /api/site.json, the home page and the CV page: a ProfilePage whose mainEntity is the Person or
/// Organization, and whose hasPart refers to the ten latest publications and projects. Their "@id" and "url" are the
/// addresses of their pages; without pages, those of the works themselves, if any.
[[nodiscard]] boost::json::object json_ld(const HostView& view);

/// Where the work itself is: its own address, of a publication else that of its DOI; empty without one.
[[nodiscard]] std::string address_of(const HostView& view, const content::Project& work);
[[nodiscard]] std::string address_of(const HostView& view, const content::Publication& work);

/// The WebSite with this base URL, to which all pages belong.
[[nodiscard]] boost::json::object web_site(const HostView& view, const std::string& base_url);

/// The work on its page: the type of its kind; without a kind a ScholarlyArticle, or
/// without a venue an Article. `page` is the absolute URL of the work's page, which becomes "@id"; the work's own
/// addresses are then its sameAs. If `page` is empty, "@id" is the work's own address. Without "@context".
[[nodiscard]] boost::json::object work_json_ld(const HostView& view, const content::Publication& publication,
                                               const std::string& page);

/// SoftwareSourceCode of the owner; a CreativeWork without repository and programming language.
[[nodiscard]] boost::json::object work_json_ld(const HostView& view, const content::Project& project,
                                               const std::string& page);

// --- page_markdown.cpp: owner text is escaped ---

/// The home page as Markdown: the owner, the latest works, every page, and the documents for agents.
[[nodiscard]] std::string render_home_markdown(const HostView& view);

/// A page of content::pages_of as Markdown, with the same content and in the same language as the HTML (in src/pages):
/// titles and names of facts are the labels of the site. Begins with a YAML front matter: title, description, updated.
[[nodiscard]] std::string page_markdown(const HostView& view, const content::Page& page);
[[nodiscard]] std::string page_markdown(const HostView& view, const content::Publication& publication);
[[nodiscard]] std::string page_markdown(const HostView& view, const content::Project& project);

/// The values of a CV, each part a list with a flag: `{{#has_skills}}` and `{{#skills}}`; dates in words with `labels`.
[[nodiscard]] templates::View cv_view(const HostView& view, const content::Cv& cv,
                                      const content::Labels* labels = nullptr);

// --- crawlers.cpp: robots.txt and sitemap.xml are for sites with generated pages ---

/// /robots.txt (RFC 9309). No rule that allows or forbids a path; content signals (contentsignals.org) as in the
/// settings, by default none. With ARD also its directive "Agentmap".
[[nodiscard]] std::string render_robots(const HostView& view);

/// /sitemap.xml (sitemaps.org 0.9): all pages and works, with the date of the content, so that all replicas have the
/// same. Only for sites with pages: a sitemap needs at least one address.
[[nodiscard]] std::string render_sitemap(const HostView& view);

}  // namespace agent_access::documents
