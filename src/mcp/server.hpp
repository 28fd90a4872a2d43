/// \file
/// The MCP server of one host: answers one message at a time, statelessly, as JSON-RPC in one piece. What does not
/// depend on the request (lists, documents, results without input) is written when the server is made. Whether a
/// caller may read the profile or a gated document is decided outside: answer() says that a token is needed, and the
/// caller writes the result with profile_result() or document_result(). Immutable, shared by threads.
///
/// Source: MCP 2026-07-28, basic, server/tools, server/resources, server/utilities; 2025-11-25 lifecycle for
/// `initialize`.
#pragma once

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
#include "mcp/site.hpp"
#include "mcp/tools.hpp"
#include "site/content/load.hpp"
#include "site/documents/metadata.hpp"
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

/// Lets a table of strings be searched for a view.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

/// What the responses of a server have in common, for a program that answers as it does elsewhere. Each but `end` and
/// `initialize` is a response up to the value of the id.
struct ServerTexts {
  std::string_view end;         ///< of every result, up to the value of the id
  std::string_view initialize;  ///< the result after the version, up to the value of the id
  std::string_view discovery;
  std::string_view tool_list;
  std::string_view template_list;
  std::span<const std::string> resource_pages;
};

class Server {
 public:
  /// `profile` outlives the server. `gated`: of the settings, used by the constructor only, like `identity` and
  /// `other`, a server of another host or of the snapshot before, or null: the index of the search is shared if it is
  /// the same.
  Server(const publish::Catalogue& documents, std::string base_url, const documents::McpIdentity& identity,
         const content::Profile& profile, std::span<const documents::GatedResource> gated = {},
         const Server* other = nullptr);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Precondition: the message is a request.
  [[nodiscard]] Reply answer(const Message& message, Era era) const;

  [[nodiscard]] ServerTexts texts() const noexcept;
  /// Whether resources/read has the document at an address, which is in the one spelling.
  [[nodiscard]] bool has_document(std::string_view uri) const { return documents_.contains(uri); }

  /// The result that needed a token: its beginning, which the server owns; what follows is appended to `body`. `meta`:
  /// what follows the prefix of the profile (site/content/load.hpp).
  [[nodiscard]] std::string_view profile_result(Needs needs, std::string_view id, std::string_view meta,
                                                std::string& body) const;
  /// The result with a gated document. `uri` as asked.
  [[nodiscard]] std::string document_result(std::string_view id, std::string_view uri, const FileContents& file) const;
  /// A failed call of get_full_profile, with the challenge for hosts that do not read it from HTTP.
  [[nodiscard]] std::string challenge_result(std::string_view id, std::string_view text,
                                             std::string_view challenge) const;

 private:
  // Each writes the result up to the value of the id.
  [[nodiscard]] Reply initialize(const Message& message) const;
  [[nodiscard]] Reply ping(const Message& message) const;
  [[nodiscard]] Reply discover(const Message& message) const;
  [[nodiscard]] Reply list_tools(const Message& message) const;
  [[nodiscard]] Reply call_tool(const Message& message) const;
  [[nodiscard]] Reply list_resources(const Message& message) const;
  [[nodiscard]] Reply list_templates(const Message& message) const;
  [[nodiscard]] Reply read_resource(const Message& message) const;
  [[nodiscard]] Reply read_address(std::string_view uri) const;

  void write_lists(const boost::json::array& icons, const std::string& instructions);
  void write_profile(const content::Profile& profile);
  [[nodiscard]] std::string constant_of(const boost::json::object& result) const;
  [[nodiscard]] std::string tool_constant(const boost::json::object& value) const;

  const bool has_profile_;
  const Site site_;
  const Tools tools_;
  Resources resources_;
  const content::Profile& profile_;
  std::string server_info_;
  std::string initialize_;
  std::string end_;  ///< of every result, up to the value of the id
  std::string discovery_;
  std::string tool_list_;
  std::string template_list_;
  std::string profile_text_;      ///< the result of the tool up to the end of the prefix of the profile, in its text
  std::string profile_resource_;  ///< of the resource, likewise
  std::vector<std::string> resource_pages_;
  std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> documents_;  ///< by address
  std::unordered_map<std::string_view, std::string> tool_results_;  ///< of calls without input, by the name of the tool
};

/// The response of JSON-RPC for a fault. `id`: empty if it is not known. `requested`: the version, for
/// unsupported_version; left out of the text if it is not UTF-8.
[[nodiscard]] std::string error_response(McpFault fault, Era era, std::string_view id, std::string_view requested = {});
/// The same for a refusal of HTTP with its status as code.
[[nodiscard]] std::string refusal_response(std::uint16_t status, std::string_view id, std::string_view error,
                                           std::string_view description);

}  // namespace agent_access::mcp
