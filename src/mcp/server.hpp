/// \file
/// The MCP server of one host: answers one message at a time, statelessly, as JSON-RPC in one piece. What does not
/// depend on the request (lists, results without input) is written when the server is made. Whether a
/// caller may read the profile or a gated document is decided outside: answer() says that a token is needed, and the
/// caller writes the result with profile_result() or document_result(). Immutable, shared by threads.
///
/// Source: MCP 2026-07-28, basic, server/tools, server/resources, server/utilities; 2025-11-25 lifecycle for
/// `initialize`.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mcp/message.hpp"
#include "mcp/resources.hpp"
#include "mcp/revision.hpp"
#include "mcp/site.hpp"
#include "mcp/tools.hpp"
#include "site/content/load.hpp"
#include "site/documents/mcp_manifest.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access::mcp {

/// What a message asks for.
enum class Needs : std::uint8_t {
  nothing,
  token_for_tool,      ///< get_full_profile
  token_for_resource,  ///< the profile as a resource
  token_for_document,  ///< a gated document; `uri` begins with the base URL
};

/// The response to a message: `constant`, which the server owns, and `body` after it, which ends it.
struct Reply {
  std::string_view constant = {};
  std::string body = {};
  std::optional<McpFault> fault = {};  ///< then constant and body are empty
  Needs needs = Needs::nothing;        ///< not `nothing`: constant and body are empty
};

/// What a result needs of the message: its revision, and its id as JSON text.
struct Asked {
  Revision revision;
  std::string_view id;
};

/// Who may keep a result (server/utilities/caching). `nobody`: no hint is sent.
enum class Cache : std::uint8_t { nobody, everybody, caller };

class Server {
 public:
  /// `documents` and `profile` outlive the server. `gated`: of the settings, used by the constructor only, like
  /// `identity` and `other`, a server of another host or of the snapshot before, or null: the index of the search is
  /// shared if it is the same.
  Server(const publish::Catalogue& documents, std::string base_url, const documents::McpIdentity& identity,
         const content::Profile& profile, std::span<const documents::GatedResource> gated = {},
         const Server* other = nullptr);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Precondition: the message is a request.
  [[nodiscard]] Reply answer(const Message& message, Revision revision) const;
  /// Of any message, before it is answered.
  [[nodiscard]] Needs needs(const Message& message) const;

  /// The results that depend on no request, by their methods, and `resources`, the pages of the list: with all members
  /// but the hints and `_meta`, for a program that answers elsewhere.
  [[nodiscard]] boost::json::object results() const;
  /// Whether resources/read has the document at an address, which is in the one spelling.
  [[nodiscard]] bool has_document(std::string_view uri) const { return resources_.find_document(uri) != nullptr; }

  /// The result that needed a token: its beginning, which the server owns; what follows is appended to `body`. `meta`:
  /// what follows the prefix of the profile (site/content/load.hpp).
  [[nodiscard]] std::string_view profile_result(Needs needs, const Asked& asked, std::string_view meta,
                                                std::string& body) const;
  /// The result with a gated document. `uri` as asked.
  [[nodiscard]] std::string document_result(const Asked& asked, std::string_view uri, const FileContents& file) const;
  /// A failed call of get_full_profile, with the challenge for hosts that do not read it from HTTP.
  [[nodiscard]] std::string challenge_result(const Asked& asked, std::string_view text,
                                             std::string_view challenge) const;

 private:
  // Each writes the result up to the value of the id.
  [[nodiscard]] Reply initialize(const Message& message, Revision revision) const;
  [[nodiscard]] Reply ping(const Message& message, Revision revision) const;
  [[nodiscard]] Reply discover(const Message& message, Revision revision) const;
  [[nodiscard]] Reply list_tools(const Message& message, Revision revision) const;
  [[nodiscard]] Reply call_tool(const Message& message, Revision revision) const;
  [[nodiscard]] Reply list_resources(const Message& message, Revision revision) const;
  [[nodiscard]] Reply list_templates(const Message& message, Revision revision) const;
  [[nodiscard]] Reply read_resource(const Message& message, Revision revision) const;
  [[nodiscard]] Reply read_address(std::string_view uri, Revision revision) const;

  void write_lists(const documents::McpIdentity& identity, const std::string& instructions);
  void write_tool_results();
  void write_profile(const content::Profile& profile);
  [[nodiscard]] std::string_view end_of(Cache cache, Revision revision) const noexcept;
  [[nodiscard]] Reply kept(Cache cache, std::string_view constant, Revision revision) const;

  const bool has_profile_;
  const Site site_;
  const Tools tools_;
  Resources resources_;
  const content::Profile& profile_;
  boost::json::object server_info_;
  RevisedText initialize_;
  std::array<RevisedText, 3> ends_;  ///< of results, up to the value of the id, by Cache
  // Without their ends:
  RevisedText discovery_;
  RevisedText tool_list_;
  RevisedText template_list_;
  std::vector<RevisedText> resource_pages_;
  std::unordered_map<std::string_view, RevisedText> tool_results_;  ///< of calls without input, by the name of the tool
  std::string profile_text_;      ///< the result of the tool up to the end of the prefix of the profile, in its text
  std::string profile_resource_;  ///< of the resource, likewise
};

/// The response of JSON-RPC for a fault. `id`: empty if it is not known. `requested`: the version, for
/// unsupported_version; left out of the text if it is not UTF-8.
[[nodiscard]] std::string error_response(McpFault fault, Revision revision, std::string_view id,
                                         std::string_view requested = {});
/// The same for a refusal of HTTP with its status as code.
[[nodiscard]] std::string refusal_response(std::uint16_t status, std::string_view id, std::string_view error,
                                           std::string_view description);

}  // namespace agent_access::mcp
