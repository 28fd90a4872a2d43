/// \file
/// The public facts of a deployment, from which every document and every answer is rendered. Plain data, immutable.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/base_url.hpp"
#include "base/result.hpp"

namespace agent_access::content {

using base::BaseUrl;

/// What robots.txt says about the use of the content (contentsignals.org): each "yes", "no", or empty for no statement.
struct ContentSignals {
  std::string search = {};
  std::string input = {};
  std::string training = {};
};

struct Settings {
  std::vector<BaseUrl> base_urls;  ///< the first is canonical; at least one
  bool has_pages = true;           ///< the generated pages are served
  ContentSignals signals = {};
};

/// Which base URL a Host value names: compared without case, a trailing dot is not dropped, the default port of the
/// base URL's scheme makes no difference. Nothing for a foreign host. Thread safe, built once.
class HostTable {
 public:
  explicit HostTable(const std::vector<BaseUrl>& base_urls);
  [[nodiscard]] std::optional<std::size_t> find(std::string_view host) const noexcept;

 private:
  struct Entry {
    std::string authority;
    std::size_t index;
  };
  std::vector<Entry> entries_;
};

}  // namespace agent_access::content
