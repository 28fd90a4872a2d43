/// \file
/// The public settings of a deployment, used by every document and response. Plain data, immutable.
///
/// What tokens open besides the profile: the owner's declared scopes, documents that this service sends, and path
/// prefixes of the site that the proxy serves after it has asked. Plain data, immutable; validated when the settings
/// are loaded (app/config). Empty unless the owner declares something: then nothing differs from the specification.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/base_url.hpp"

namespace agent_access::content {

/// A scope that a token request may name.
struct Scope {
  std::string name;     ///< RFC 6749 section 3.3: scope-token
  std::string meaning;  ///< a sentence for people

  bool operator==(const Scope&) const = default;
};

/// A file below /api/agent/ that this service sends.
struct GatedDocument {
  std::string path;  ///< "/api/agent/paper.pdf"
  std::string title;
  std::string description;
  std::string media_type;  ///< with its parameters
  std::size_t scope = 0;   ///< index in Access::scopes

  bool operator==(const GatedDocument&) const = default;
};

/// A path prefix that the proxy serves; the proxy asks this service whether a token opens a request.
struct Gate {
  std::string prefix;  ///< with slashes at both ends: "/data/"
  std::string title;
  std::string description;
  std::vector<std::string> methods = {"GET"};  ///< HEAD is allowed wherever GET is
  std::string openapi = {};                    ///< URL or path of the owner's own description; empty: none
  std::size_t scope = 0;                       ///< index in Access::scopes

  bool operator==(const Gate&) const = default;
};

struct Access {
  std::vector<Scope> scopes = {};  ///< the first is read:extended; empty: nothing is declared, only that one exists
  std::vector<GatedDocument> documents = {};
  std::vector<Gate> gates = {};

  /// The document at the path; null if there is none.
  [[nodiscard]] const GatedDocument* document_at(std::string_view path) const noexcept;
  /// The gate with the longest prefix of `path`, which is in normal form (site/content/path_form.hpp). The
  /// prefix without its last slash is the gate's, too: servers answer "/data" like "/data/". Both are compared decoded,
  /// so every spelling of a path has the same gate. Null if no prefix fits, or if the longest one fits only in
  /// another letter case: a server that ignores case would serve the path of one gate with the scope of another.
  [[nodiscard]] const Gate* gate_at(std::string_view path) const noexcept;
  /// Whether token requests may name scopes.
  [[nodiscard]] bool has_declared_scopes() const noexcept { return scopes.size() > 1; }
  bool operator==(const Access&) const = default;
};

using base::BaseUrl;

/// Statements of robots.txt about the use of the content (contentsignals.org, AIPREF): each "yes", "no", or empty for
/// none; `use` is "immediate", "reference", "full" or empty.
struct ContentSignals {
  std::string search = {};
  std::string input = {};
  std::string training = {};
  std::string use = {};
};

/// The endpoint for the Model Context Protocol (MCP).
struct McpSettings {
  bool is_enabled = false;
  bool challenges_in_result = false;              ///< a call that needs a token fails in its result, not with 401
  std::vector<std::string> allowed_origins = {};  ///< of pages elsewhere that may call it; "*": all

  bool operator==(const McpSettings&) const = default;
};

/// Conventions beyond the specification. Each is off unless the owner turns it on; without it, everything that is
/// published is byte for byte the same.
struct Conventions {
  bool ard = false;            ///< /.well-known/ard.json, and links to it and to the AI catalog
  bool page_markdown = false;  ///< each generated page also as Markdown
  bool resume = false;         ///< /resume.json
  bool bibliography = false;   ///< /publications.bib
};

/// What the log has of each request, so that documents can say it: no line; or one with ids and User-Agent, without the
/// client's address, with its network, or with it.
enum class RequestLog : std::uint8_t { none, without_address, with_network, with_address };

/// Of `dev` only, which shows the owner what a change looks like.
struct Preview {
  bool is_on = false;                      ///< browsers and caches store nothing that depends on the content
  bool is_demo = false;                    ///< the content is the built-in example, as each page says
  std::vector<std::string> problems = {};  ///< of the files as they are now; the pages show these instead
};

struct Settings {
  std::vector<BaseUrl> base_urls;  ///< the first is canonical; at least one
  bool has_pages = true;           ///< the generated pages are served
  bool is_beside = false;          ///< another site has all paths but those of this service; then there are no pages
  std::vector<std::string> kept_paths = {};  ///< of documents that the site beside has instead of this service
  ContentSignals signals = {};
  McpSettings mcp = {};
  bool has_profile = true;             ///< agents can get a token and read the extended profile
  std::optional<BaseUrl> issuer = {};  ///< the service elsewhere that has the profile; nothing: this one
  bool has_not_found_page = false;     ///< people who request an unknown path get a page (service/document_endpoint)
  Conventions conventions = {};
  Preview preview = {};
  RequestLog request_log = RequestLog::with_network;
  Access access = {};                                 ///< what tokens open besides the profile
  std::set<std::string, std::less<>> own_paths = {};  ///< of the owner's files, if pages have Markdown forms

  /// Whether this service registers clients, issues tokens and sends the profile. Else it publishes documents only.
  [[nodiscard]] bool issues_tokens() const noexcept { return has_profile && !issuer; }
  /// Whether the site beside this service has the document at the path.
  [[nodiscard]] bool gives_up(std::string_view path) const noexcept {
    return std::ranges::find(kept_paths, path) != kept_paths.end();
  }
  /// Whether this service has the MCP endpoint; that of an issuer elsewhere is there.
  [[nodiscard]] bool serves_mcp() const noexcept { return mcp.is_enabled && !issuer; }
};

/// The values of Host that name a base URL, in lower case: without the default port of the scheme, and with it.
[[nodiscard]] std::vector<std::string> authorities_of(const BaseUrl& base_url);

/// Finds the base URL for a Host value: compared without case, with or without the default port of the scheme and
/// a dot at its end, an IPv6 address in every spelling. Nothing for any other host. Thread safe, built once.
class HostTable {
 public:
  explicit HostTable(const std::vector<BaseUrl>& base_urls);
  [[nodiscard]] std::optional<std::size_t> find(std::string_view host) const noexcept;

 private:
  struct Entry {
    std::string authority;
    std::size_t index;
  };
  [[nodiscard]] std::optional<std::size_t> find_literal(std::string_view host) const noexcept;
  [[nodiscard]] std::optional<std::size_t> find_exactly(std::string_view host) const noexcept;

  std::vector<Entry> entries_;  ///< by authority, in lower case
};

}  // namespace agent_access::content
