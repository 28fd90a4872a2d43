#include "tools/proxies/nginx_servers.hpp"

#include <glob.h>

#include <algorithm>
#include <array>
#include <iterator>
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
/// Every site, and every text for a site that exists, that `check --proxy nginx` prints has one of them.
constexpr std::array<std::string_view, 2> kOwnMarks = {"upstream agent_access_", "location @agent_access {"};

struct Word {
  std::string text;
  std::size_t line = 1;
};

/// `end` is what stands behind it: ";", "{" or "}", or nothing at the end of a file.
struct Directive {
  std::vector<Word> words = {};
  char end = '\0';
};

/// Without comments and quotes.
std::vector<Directive> directives_of(std::string_view text) {
  std::vector<Directive> directives(1);
  std::size_t line = 1;
  while (!text.empty()) {
    const char first = text.front();
    std::size_t size = 1;
    if (first == '#') size = text.find('\n');
    if (std::string_view(";{}").contains(first)) {
      directives.back().end = first;
      directives.emplace_back();
    } else if (first == '"' || first == '\'') {
      size = text.find(first, 1);
      directives.back().words.push_back({std::string(text.substr(1, size - 1)), line});
      size += size == std::string_view::npos ? 0 : 1;
    } else if (!std::string_view("# \t\r\n").contains(first)) {
      size = text.find_first_of(" \t\r\n;{}");
      directives.back().words.push_back({std::string(text.substr(0, size)), line});
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

/// A server whose block is open.
struct OpenServer {
  bool is_ours = false;
  bool has_tls = false;
  std::vector<NginxLocation> locations = {};
};

class Search {
 public:
  Search(fs::path folder, std::span<const std::string> hosts) : folder_(std::move(folder)), hosts_(hosts) {
    read(folder_ / "nginx.conf", 0);
  }

  [[nodiscard]] std::vector<NginxServer> servers() && { return std::move(servers_); }
  [[nodiscard]] std::vector<NginxLocation> locations() && {
    return std::move(with_tls_.empty() ? without_tls_ : with_tls_);
  }

 private:
  void read(const fs::path& file, int depth) {
    if (depth == kDeepest || ++files_ > kMostFiles) return;
    const auto content = app::read_file(file, kLargestFile);
    if (!content) return;
    const auto text = base::text_of(content->bytes.reveal());
    if (std::ranges::any_of(kOwnMarks, [&](std::string_view mark) { return text.contains(mark); })) return;
    for (const auto& directive : directives_of(text)) take(file, depth, directive);
  }

  void take(const fs::path& file, int depth, const Directive& directive) {
    const auto& words = directive.words;
    if (words.size() > 1) take_values(file, depth, words);
    if (directive.end == '{') blocks_.push_back(words.empty() ? std::string() : words.front().text);
    if (directive.end != '}' || blocks_.empty()) return;
    if (blocks_.back() == "server") end_server();
    blocks_.pop_back();
  }

  void take_values(const fs::path& file, int depth, std::span<const Word> words) {
    const std::string_view name = words.front().text;
    const auto values = words.subspan(1);
    const bool is_in_server = !blocks_.empty() && blocks_.back() == "server";
    if (name == "include") {
      for (const auto& included : files_of((folder_ / values.front().text).string())) read(included, depth + 1);
    }
    if (name == "server_name") take_names(file, values);
    if (name == "listen") server_.has_tls |= std::ranges::find(values, "ssl", &Word::text) != values.end();
    if (name != "location" || !is_in_server || !values.front().text.starts_with('=')) return;
    const auto& path = values.back();
    server_.locations.push_back({file, path.line, path.text.substr(path.text.starts_with('=') ? 1 : 0)});
  }

  void take_names(const fs::path& file, std::span<const Word> names) {
    for (const Word& value : names) {
      const auto name = base::lower_case(value.text);
      if (!std::ranges::any_of(hosts_, [&](const auto& host) { return is_name_of(name, host); })) continue;
      server_.is_ours = true;
      if (servers_.size() < kMostServers) servers_.push_back({file, value.line, value.text});
    }
  }

  void end_server() {
    const OpenServer server = std::exchange(server_, {});
    if (server.is_ours)
      std::ranges::copy(server.locations, std::back_inserter(server.has_tls ? with_tls_ : without_tls_));
  }

  fs::path folder_;
  std::span<const std::string> hosts_;
  std::vector<std::string> blocks_;  ///< that are open, by name
  OpenServer server_;
  std::vector<NginxServer> servers_;
  std::vector<NginxLocation> with_tls_;
  std::vector<NginxLocation> without_tls_;
  std::size_t files_ = 0;
};

}  // namespace

std::vector<NginxServer> find_nginx_servers(const fs::path& folder, std::span<const std::string> hosts) {
  return Search(folder, hosts).servers();
}

std::vector<NginxLocation> find_nginx_locations(const fs::path& folder, std::span<const std::string> hosts) {
  return Search(folder, hosts).locations();
}

}  // namespace agent_access::tools
