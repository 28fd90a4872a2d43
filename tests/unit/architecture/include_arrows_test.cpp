// The picture in ARCHITECTURE.md, checked: which folder of src may include which, and who may include the libraries
// that have one door only.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Arrows = std::map<std::string, std::set<std::string>>;

// A layer, and the layers whose headers it may include (beside its own).
const Arrows& allowed_arrows() {
  static const Arrows arrows = {
      {"base", {}},
      {"crypto", {"base"}},
      {"jose", {"base", "crypto"}},
      {"oauth", {"base", "crypto", "jose"}},
      {"site", {"base"}},
      {"discovery", {"base", "crypto", "jose", "oauth", "site"}},
      {"pages", {"site", "discovery"}},
      {"http", {"base"}},
      {"limit", {"base"}},
      {"fleet", {"base", "limit"}},
      {"service", {"base", "crypto", "jose", "oauth", "site", "discovery", "pages", "http", "limit"}},
      {"ops", {"base", "http"}},
      {"net", {"base", "http"}},
      {"app",
       {"base", "crypto", "jose", "oauth", "site", "discovery", "pages", "http", "limit", "fleet", "service", "ops",
        "net"}},
  };
  return arrows;
}

// Third-party headers with one door: prefix of the header, folders that may include it.
const std::vector<std::pair<std::string, std::set<std::string>>>& doors() {
  static const std::vector<std::pair<std::string, std::set<std::string>>> rules = {
      {"nghttp2/", {"net"}},     {"boost/asio", {"net"}}, {"boost/beast", {"net"}}, {"openssl/", {"crypto", "net"}},
      {"prometheus/", {"ops"}},  {"toml++/", {"app"}},    {"CLI/", {"app"}},        {"brotli/", {"discovery"}},
      {"zlib.h", {"discovery"}}, {"hiredis/", {"fleet"}},
  };
  return rules;
}

std::vector<std::string> violations_in(const std::string& layer, const std::string& header) {
  std::vector<std::string> found;
  const auto slash = header.find('/');
  const std::string folder = header.substr(0, slash);
  if (slash != std::string::npos && allowed_arrows().contains(folder) && folder != layer &&
      !allowed_arrows().at(layer).contains(folder)) {
    found.push_back(layer + " must not include " + header);
  }
  for (const auto& [prefix, folders] : doors()) {
    if (header.starts_with(prefix) && !folders.contains(layer)) found.push_back(layer + " must not include " + header);
  }
  return found;
}

// The header that a line includes; empty for any other line.
std::string included_by(std::string_view line) {
  constexpr std::string_view kDirective = "#include ";
  if (!line.starts_with(kDirective)) return {};
  const std::string_view quoted = line.substr(kDirective.size());
  const std::size_t end = quoted.find_first_of(">\"", 1);
  return end == std::string_view::npos ? std::string() : std::string(quoted.substr(1, end - 1));
}

TEST(IncludeArrows, FollowThePictureOfTheArchitecture) {
  const fs::path source = fs::path(AGENT_ACCESS_SOURCE_DIR) / "src";
  std::size_t lines_read = 0;
  for (const auto& entry : fs::recursive_directory_iterator(source)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    const std::string layer = fs::relative(entry.path(), source).begin()->string();
    ASSERT_TRUE(allowed_arrows().contains(layer)) << "a folder that the picture does not know: " << layer;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const std::string header = included_by(line);
      if (header.empty()) continue;
      ++lines_read;
      for (const auto& violation : violations_in(layer, header)) ADD_FAILURE() << entry.path() << ": " << violation;
    }
  }
  EXPECT_GT(lines_read, 300U);
}

TEST(IncludeArrows, AreRefusedWhenTheyPointUp) {
  EXPECT_EQ(violations_in("oauth", "http/message.hpp").size(), 1U);
  EXPECT_EQ(violations_in("net", "service/gate.hpp").size(), 1U);
  EXPECT_EQ(violations_in("service", "boost/beast/core.hpp").size(), 1U);
  EXPECT_TRUE(violations_in("oauth", "jose/jwt.hpp").empty());
  EXPECT_TRUE(violations_in("net", "boost/asio/ip/tcp.hpp").empty());
}

TEST(IncludeArrows, HaveNoCycle) {
  // Repeatedly take away the layers that need nothing any more; a cycle would stay.
  Arrows left = allowed_arrows();
  for (bool removed = true; removed && !left.empty();) {
    removed = false;
    for (auto it = left.begin(); it != left.end(); ++it) {
      if (!it->second.empty()) continue;
      const std::string gone = it->first;
      left.erase(it);
      for (auto& [layer, uses] : left) uses.erase(gone);
      removed = true;
      break;
    }
  }
  EXPECT_TRUE(left.empty());
}

}  // namespace
