#include "tools/proxies/nginx_servers.hpp"

#include <glob.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/files/file_access.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostServers = 10;
/// Files that include each other end here.
constexpr int kDeepest = 8;
constexpr std::size_t kLargestFile = std::size_t{1} << 20U;
/// Every site that `check --proxy nginx` prints has it.
constexpr std::string_view kOwnMark = "upstream agent_access_";

struct Word {
  std::string text;
  std::size_t line = 1;
};

using Directive = std::vector<Word>;

/// What stands before each ";", "{" and "}", without comments and quotes.
std::vector<Directive> directives_of(std::string_view text) {
  std::vector<Directive> directives(1);
  std::size_t line = 1;
  while (!text.empty()) {
    const char first = text.front();
    std::size_t size = 1;
    if (first == '#') size = text.find('\n');
    if (std::string_view(";{}").contains(first)) directives.emplace_back();
    if (first == '"' || first == '\'') {
      size = text.find(first, 1);
      directives.back().push_back({std::string(text.substr(1, size - 1)), line});
      size += size == std::string_view::npos ? 0 : 1;
    } else if (!std::string_view("#;{} \t\r\n").contains(first)) {
      size = text.find_first_of(" \t\r\n;{}");
      directives.back().push_back({std::string(text.substr(0, size)), line});
    }
    const auto taken = text.substr(0, size);
    line += static_cast<std::size_t>(std::ranges::count(taken, '\n'));
    text.remove_prefix(taken.size());
  }
  return directives;
}

std::vector<fs::path> files_of(const std::string& pattern) {
  std::vector<fs::path> files;
  glob_t found{};
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0) files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return files;
}

bool is_name_of(std::string_view name, const std::string& host) {
  if (name == host) return true;
  if (name.starts_with("*.")) return host.ends_with(name.substr(1));
  return name.starts_with('.') && (host == name.substr(1) || host.ends_with(name));
}

class Search {
 public:
  Search(fs::path folder, std::span<const std::string> hosts) : folder_(std::move(folder)), hosts_(hosts) {}

  void read(const fs::path& file, int depth = 0) {
    if (depth == kDeepest || ++files_ > kMostFiles) return;
    const auto content = app::read_file(file, kLargestFile);
    if (!content) return;
    const auto text = base::text_of(content->bytes.reveal());
    if (text.contains(kOwnMark)) return;
    for (const auto& directive : directives_of(text)) take(file, depth, directive);
  }
  [[nodiscard]] std::vector<NginxServer> result() && { return std::move(servers_); }

 private:
  void take(const fs::path& file, int depth, const Directive& directive) {
    if (directive.size() < 2) return;
    const std::span<const Word> values = std::span(directive).subspan(1);
    if (directive.front().text == "include") {
      for (const auto& included : files_of((folder_ / values.front().text).string())) {
        read(included, depth + 1);
      }
    }
    if (directive.front().text != "server_name") return;
    for (const Word& value : values) {
      const auto name = base::lower_case(value.text);
      const bool is_ours = std::ranges::any_of(hosts_, [&](const auto& host) { return is_name_of(name, host); });
      if (is_ours && servers_.size() < kMostServers) servers_.push_back({file, value.line, value.text});
    }
  }

  fs::path folder_;
  std::span<const std::string> hosts_;
  std::vector<NginxServer> servers_;
  std::size_t files_ = 0;
};

}  // namespace

std::vector<NginxServer> find_nginx_servers(const fs::path& folder, std::span<const std::string> hosts) {
  Search search(folder, hosts);
  search.read(folder / "nginx.conf");
  return std::move(search).result();
}

}  // namespace agent_access::tools
