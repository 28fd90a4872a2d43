/// \file
/// Paths, media types and facts that several documents use. site/publish/document_table.cpp defines which documents are
/// published. Constants.
///
/// The revisions of the Model Context Protocol (MCP) that this service offers, newest first. The endpoint answers them,
/// the documents list them, and `try` asks for the newest. Constants only.
#pragma once

#include <array>
#include <string_view>

namespace agent_access::documents {

/// Of the API, specification section 9.
inline constexpr std::string_view kApiVersion = "1.0.0";
/// The protocol of the browser tools. There is no A2A endpoint, so the cards name this instead of a transport.
inline constexpr std::string_view kWebMcpUri = "https://webmachinelearning.github.io/webmcp/";
inline constexpr std::string_view kScopeMeaning = "Read the extended CV and availability profile.";

inline constexpr std::string_view kRegisterPath = "/oauth/register";
inline constexpr std::string_view kTokenPath = "/oauth/token";

inline constexpr std::string_view kAuthMdPath = "/auth.md";
inline constexpr std::string_view kApiCatalogPath = "/.well-known/api-catalog";
inline constexpr std::string_view kAiCatalogPath = "/.well-known/ai-catalog.json";
inline constexpr std::string_view kArdPath = "/.well-known/ard.json";
inline constexpr std::string_view kMcpManifestPath = "/.well-known/mcp.json";
inline constexpr std::string_view kMcpServerCardPath = "/.well-known/mcp/server-card.json";
inline constexpr std::string_view kAuthorizationServerPath = "/.well-known/oauth-authorization-server";
inline constexpr std::string_view kProtectedResourcePath = "/.well-known/oauth-protected-resource";
inline constexpr std::string_view kMcpPath = "/mcp";
/// The same endpoint: users copy its address with a slash, and many clients lose their token in a redirect.
inline constexpr std::string_view kMcpSlashPath = "/mcp/";
/// The place that SEP-2127 reserves for the server card.
inline constexpr std::string_view kMcpCardPath = "/mcp/server-card";
inline constexpr std::string_view kMcpResourcePath = "/.well-known/oauth-protected-resource/mcp";
inline constexpr std::string_view kSitePath = "/api/site.json";
inline constexpr std::string_view kResumePath = "/resume.json";
inline constexpr std::string_view kBibliographyPath = "/publications.bib";
inline constexpr std::string_view kJwksPath = "/.well-known/jwks.json";
inline constexpr std::string_view kAgentCardPath = "/.well-known/agent-card.json";
inline constexpr std::string_view kFaqPath = "/ai/faq.json";
inline constexpr std::string_view kLlmsPath = "/llms.txt";
inline constexpr std::string_view kLlmsFullPath = "/llms-full.txt";
inline constexpr std::string_view kAgentsMdPath = "/AGENTS.md";
inline constexpr std::string_view kAgentsMdAlias = "/agents.md";  ///< which some clients request
inline constexpr std::string_view kRobotsPath = "/robots.txt";
inline constexpr std::string_view kSitemapPath = "/sitemap.xml";
inline constexpr std::string_view kBrowserToolsPath = "/browser-tools.js";
inline constexpr std::string_view kIconPath = "/favicon.svg";
/// The same icon, for browsers and previews that request this path without reading the page.
inline constexpr std::string_view kOldIconPath = "/favicon.ico";
/// The page that is shown to people at unknown paths, as on static hosts.
inline constexpr std::string_view kNotFoundPath = "/404.html";

inline constexpr std::string_view kJsonType = "application/json";
inline constexpr std::string_view kAiCatalogType = "application/ai-catalog+json";
inline constexpr std::string_view kMcpCardType = "application/mcp-server-card+json";
inline constexpr std::string_view kHtmlType = "text/html; charset=utf-8";
inline constexpr std::string_view kMarkdownType = "text/markdown; charset=utf-8";
inline constexpr std::string_view kTextType = "text/plain; charset=utf-8";

/// Stateless: each request names the revision.
inline constexpr std::string_view kCurrentMcpRevision = "2026-07-28";
/// The oldest and the newest of those that begin with `initialize`.
inline constexpr std::string_view kOldestMcpRevision = "2025-03-26";
inline constexpr std::string_view kNewestInitializedMcpRevision = "2025-11-25";

inline constexpr std::array<std::string_view, 4> kMcpRevisions = {kCurrentMcpRevision, kNewestInitializedMcpRevision,
                                                                  "2025-06-18", kOldestMcpRevision};

/// Answered, but not offered: it has another transport over HTTP, yet some clients ask for it at /mcp and leave if the
/// answer is a newer one. Its tools and resources have the form of later revisions.
inline constexpr std::string_view kToleratedMcpRevision = "2024-11-05";

}  // namespace agent_access::documents
