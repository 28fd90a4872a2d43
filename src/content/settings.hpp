/// \file
/// The public settings of a deployment, used by every document and response. Plain data, immutable.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/base_url.hpp"
#include "base/result.hpp"
#include "content/access.hpp"

namespace agent_access::content {

using base::BaseUrl;

/// Statements of robots.txt about the use of the content (contentsignals.org, AIPREF): each "yes", "no", or empty for
/// none.
struct ContentSignals {
  std::string search = {};
  std::string input = {};
  std::string training = {};
};

/// The endpoint for the Model Context Protocol (MCP).
struct McpSettings {
  bool is_enabled = false;
  bool challenges_in_result = false;              ///< a call that needs a token fails in its result, not with 401
  std::vector<std::string> allowed_origins = {};  ///< of pages elsewhere that may call it; "*": all
};

/// Conventions beyond the specification. Each is off unless the owner turns it on; without it, everything that is
/// published is byte for byte the same.
struct Conventions {
  bool ard = false;            ///< /.well-known/ard.json, and links to it and to the AI catalog
  bool page_markdown = false;  ///< each generated page also as Markdown
};

struct Settings {
  std::vector<BaseUrl> base_urls;  ///< the first is canonical; at least one
  bool has_pages = true;           ///< the generated pages are served
  ContentSignals signals = {};
  McpSettings mcp = {};
  bool has_not_found_page = false;  ///< people who request an unknown path get a page (service/document_endpoint.hpp)
  Conventions conventions = {};
  Access access = {};                                 ///< what tokens open besides the profile
  std::set<std::string, std::less<>> own_paths = {};  ///< of the owner's files, if pages have Markdown forms
};

/// Finds the base URL for a Host value: compared without case, with or without the default port of the scheme; a
/// trailing dot is not removed. Nothing for any other host. Thread safe, built once.
class HostTable {
 public:
  explicit HostTable(const std::vector<BaseUrl>& base_urls);
  [[nodiscard]] std::optional<std::size_t> find(std::string_view host) const noexcept;

 private:
  struct Entry {
    std::string authority;
    std::size_t index;
  };
  [[nodiscard]] std::optional<std::size_t> find_exactly(std::string_view host) const noexcept;

  std::vector<Entry> entries_;  ///< by authority, in lower case
};

}  // namespace agent_access::content
