/// \file
/// Paths, media types and facts that several documents use; the paths are those of the statement of the protocol
/// (web/worker/protocol.js). site/publish/document_table.cpp defines which documents are published. Constants.
#pragma once

#include <string_view>

#include "base/protocol.hpp"

namespace agent_access::documents {

using namespace protocol;

/// Of the API, specification section 9.
inline constexpr std::string_view kApiVersion = "1.0.0";
/// The protocol of the browser tools. There is no A2A endpoint, so the cards name this instead of a transport.
inline constexpr std::string_view kWebMcpUri = "https://webmachinelearning.github.io/webmcp/";
inline constexpr std::string_view kScopeMeaning = "Read the extended CV and availability profile.";

inline constexpr std::string_view kJsonType = "application/json";
inline constexpr std::string_view kAiCatalogType = "application/ai-catalog+json";
inline constexpr std::string_view kMcpCardType = "application/mcp-server-card+json";
inline constexpr std::string_view kHtmlType = "text/html; charset=utf-8";
inline constexpr std::string_view kMarkdownType = "text/markdown; charset=utf-8";
inline constexpr std::string_view kTextType = "text/plain; charset=utf-8";

}  // namespace agent_access::documents
