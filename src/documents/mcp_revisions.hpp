/// \file
/// The revisions of the Model Context Protocol (MCP) that this service offers, newest first. The endpoint answers them,
/// the documents list them, and `try` asks for the newest. Constants only.
#pragma once

#include <array>
#include <string_view>

namespace agent_access::documents {

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
