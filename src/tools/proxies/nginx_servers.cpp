#include "tools/proxies/nginx_servers.hpp"

#include <glob.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "app/files/file_access.hpp"
#include "base/ascii.hpp"
#include "base/bytes.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostServers = 10;
/// Files that include each other end here.
constexpr int kDeepest = 8;
constexpr std::size_t kLargestFile = std::size_t{1} << 20U;
/// Every site that `check --proxy nginx` prints has it.
constexpr std::string_view kOwnMark = "upstream agent_access {";

struct Word {
  std::string text;
  std::size_t line = 1;
};

/// The words of a configuration in order, with ";", "{" and "}" as words of their own; without comments.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::optional<Word> next() {
    skip_blanks();
    if (at_ == text_.size()) return std::nullopt;
    Word word{{}, line_};
    const char first = text_[at_];
    if (kMarks.contains(first)) {
      word.text = text_[at_++];
    } else if (first == '"' || first == '\'') {
      const auto end = std::min(text_.find(first, at_ + 1), text_.size());
      word.text = text_.substr(at_ + 1, end - at_ - 1);
      advance_to(std::min(end + 1, text_.size()));
    } else {
      const auto end = std::min(text_.find_first_of(" \t\r\n;{}", at_), text_.size());
      word.text = text_.substr(at_, end - at_);
      at_ = end;
    }
    return word;
  }

 private:
  static constexpr std::string_view kMarks = ";{}";

  void skip_blanks() {
    for (;;) {
      advance_to(std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()));
      if (at_ == text_.size() || text_[at_] != '#') return;
      advance_to(std::min(text_.find('\n', at_), text_.size()));
    }
  }
  void advance_to(std::size_t end) {
    line_ += static_cast<std::size_t>(std::ranges::count(text_.substr(at_, end - at_), '\n'));
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

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
    Words words(text);
    std::vector<Word> directive;
    while (auto word = words.next()) {
      const bool is_end = word->text == ";" || word->text == "{" || word->text == "}";
      if (!is_end) directive.push_back(std::move(*word));
      if (is_end) take(file, depth, std::exchange(directive, {}));
    }
  }
  [[nodiscard]] std::vector<NginxServer> result() && { return std::move(servers_); }

 private:
  void take(const fs::path& file, int depth, const std::vector<Word>& directive) {
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
