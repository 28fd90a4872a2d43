/// \file
/// The responses that the discovery part of `try` checks, by path, and what its checks are made of. Belongs to one
/// thread.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/client.hpp"
#include "tools/probe/run/test_run.hpp"

namespace agent_access::tools {

namespace paths {
inline constexpr std::string_view kOpenapi = "/openapi.json";
inline constexpr std::string_view kAuth = "/auth.md";
inline constexpr std::string_view kCatalog = "/.well-known/api-catalog";
inline constexpr std::string_view kAgentCard = "/.well-known/agent-card.json";
inline constexpr std::string_view kMcp = "/.well-known/mcp.json";
inline constexpr std::string_view kAgent = "/.well-known/agent.json";
inline constexpr std::string_view kServer = "/.well-known/oauth-authorization-server";
inline constexpr std::string_view kOpenid = "/.well-known/openid-configuration";  ///< kServer, and two members
inline constexpr std::string_view kResource = "/.well-known/oauth-protected-resource";
inline constexpr std::string_view kProfileResource = "/.well-known/oauth-protected-resource/api/agent/full-profile";
inline constexpr std::string_view kKeys = "/.well-known/jwks.json";
inline constexpr std::string_view kSite = "/api/site.json";
inline constexpr std::string_view kFaq = "/ai/faq.json";
inline constexpr std::string_view kLlms = "/llms.txt";
inline constexpr std::string_view kLlmsFull = "/llms-full.txt";
inline constexpr std::string_view kAgents = "/AGENTS.md";
// Not in specification section 4.5: optional for a site.
inline constexpr std::string_view kHome = "/";
inline constexpr std::string_view kRobots = "/robots.txt";
inline constexpr std::string_view kSitemap = "/sitemap.xml";
inline constexpr std::string_view kTools = "/browser-tools.js";
inline constexpr std::string_view kSkills = "/.well-known/agent-skills/index.json";
inline constexpr std::string_view kAiCatalog = "/.well-known/ai-catalog.json";
inline constexpr std::string_view kArd = "/.well-known/ard.json";
inline constexpr std::string_view kUnknownPage = "/no-such-page";
inline constexpr std::string_view kUnknownApi = "/api/agent/no-such-path";
inline constexpr std::string_view kHomeMarkdown = "/#text/markdown";  ///< the home page requested as Markdown
inline constexpr std::string_view kAsMarkdown = "#text/markdown";     ///< appended to the path of any page so requested
}  // namespace paths

class Documents {
 public:
  explicit Documents(std::string origin) : origin_(std::move(origin)) {}

  void put(std::string_view path, client::ClientResponse answer);

  [[nodiscard]] const std::string& origin() const noexcept { return origin_; }
  [[nodiscard]] std::string url_of(std::string_view path) const { return origin_ + std::string(path); }
  /// The path of an address of the origin; empty for any other.
  [[nodiscard]] std::string path_of(std::string_view url) const;
  /// The response with any status; null when there is none.
  [[nodiscard]] const client::ClientResponse* find(std::string_view path) const;
  /// The body of a 200 that is a JSON object; null otherwise.
  [[nodiscard]] const boost::json::object* json(std::string_view path) const;
  /// The body of a 200; empty otherwise.
  [[nodiscard]] std::string_view text(std::string_view path) const;

 private:
  struct Kept {
    client::ClientResponse answer;
    std::optional<boost::json::object> json;
  };
  std::string origin_;
  std::map<std::string, Kept, std::less<>> kept_;
};

using Check = std::function<Verdict(const Documents&)>;

inline constexpr const char* kOwnRemedy =
    "publish the service's own documents, all of the same version; replace stale copies";

/// A step about fetched documents. It is not run when a document that it needs is missing or malformed.
struct DocumentCheck {
  const char* name;
  std::string_view subject;              ///< the document whose status the step shows
  std::vector<std::string_view> needed;  ///< JSON, unless the path ends in .md or .txt
  std::vector<Check> checks;             ///< the first finding counts
  const char* remedy = kOwnRemedy;       ///< of a finding without one

  /// Whether each needed document is present and well-formed.
  [[nodiscard]] bool can_run(const Documents& documents) const;
  [[nodiscard]] Verdict run(const Documents& documents) const;
};

void run_checks(TestRun& run, const Documents& documents, const std::vector<DocumentCheck>& checks);

/// A failure, "<document>: <what>". Without a remedy, here and below: that of the step.
[[nodiscard]] Finding complaint(std::string_view document, const std::string& what, const char* remedy = "");
/// A failure, "<document>: expected <what>, got none".
[[nodiscard]] Finding lacks(std::string_view document, std::string_view what);
/// A warning about something that the specification does not require.
[[nodiscard]] Finding advice(const std::string& what, std::string remedy = {});
/// A remark on a check that passed.
[[nodiscard]] Finding note(std::string what);

/// A warning with this text if the condition does not hold.
[[nodiscard]] Check warns_unless(bool (*holds)(const Documents&), const char* text, const char* remedy = "");
/// A failure, "<document>: expected <what>, got none", for the first of these texts that the document does not contain;
/// `what` precedes the text.
[[nodiscard]] Check contains(std::string_view document, std::string_view what, std::vector<std::string_view> texts);

/// What a member must be.
enum class Is : std::uint8_t {
  text,         ///< a string that is not empty
  object,       ///< an object
  list,         ///< an array
  filled_list,  ///< an array that is not empty
  texts,        ///< an array with a string
};
struct Member {
  std::string_view path;
  Is is = Is::text;
};
/// The first of these members that is not what it must be; nothing if all are.
[[nodiscard]] std::optional<Member> first_wrong(const boost::json::object& object, const std::vector<Member>& members);

/// Each member of the document is what it must be.
[[nodiscard]] Check has(std::string_view document, std::vector<Member> members);
/// Likewise of each object in a list of the document. `whose` follows the member's name in the finding: "of every
/// interface", or "of the skill " if it ends with a space, before the object's id.
[[nodiscard]] Check each_has(std::string_view document, std::string_view list, std::vector<Member> members,
                             std::string_view whose);

/// An expected text.
using Expected = std::function<std::string(const Documents&)>;
[[nodiscard]] Expected constant(std::string_view text);
[[nodiscard]] Expected url(std::string_view path);  ///< the address of the path
[[nodiscard]] Expected member(std::string_view document, std::string_view path);
/// The member of the document is this text.
[[nodiscard]] Check equals(std::string_view document, std::string_view path, const Expected& expected);
/// Nothing when both are equal, else "<document>: expected <what> <expected>, got <got>".
[[nodiscard]] Verdict differs(std::string_view document, std::string_view what, const std::string& expected,
                              const std::string& got);

}  // namespace agent_access::tools
