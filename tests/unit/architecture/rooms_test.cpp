// The rooms of src and their dependencies. A room is a folder of src with sources; its CMakeLists.txt names the
// rooms that it uses. Checked: every #include of another room is covered by that, there is no cycle, libraries that
// one room wraps are included there only, and the map in ARCHITECTURE.md is the one that this test generates from the
// #include lines. AGENT_ACCESS_WRITE_MAP=1 writes it there. Comments and pages name only sources that exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Rooms = std::set<std::string>;
using Arrows = std::map<std::string, Rooms>;

const fs::path kRoot = AGENT_ACCESS_SOURCE_DIR;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

bool is_source(const fs::path& path) { return path.extension() == ".cpp" || path.extension() == ".hpp"; }

std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "src")) {
    if (is_source(entry.path())) found.push_back(entry.path());
  }
  EXPECT_FALSE(found.empty());
  return found;
}

std::string room_of(const fs::path& source) { return fs::relative(source.parent_path(), kRoot / "src").string(); }

Rooms rooms() {
  Rooms found;
  for (const auto& source : sources()) found.insert(room_of(source));
  return found;
}

std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), pattern); it != std::sregex_iterator(); ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}

// The rooms that each room's CMakeLists.txt names.
Arrows declared_arrows() {
  static const std::regex kUses("agent_access_room\\(USES ([^)]*?)(?: PRIVATE_USES[^)]*)?\\)");
  static const std::regex kWord("([a-z0-9_:A-Z]+)");
  Arrows arrows;
  for (const auto& room : rooms()) {
    auto& uses = arrows[room];
    for (const auto& list : matches(read(kRoot / "src" / room / "CMakeLists.txt"), kUses)) {
      for (auto word : matches(list, kWord)) {
        std::ranges::replace(word, '_', '/');
        if (word.find("::") == std::string::npos) uses.insert(word);
      }
    }
  }
  return arrows;
}

// The rooms that a room may include: those it uses, and those that they use.
Rooms reach_of(const std::string& room, const Arrows& arrows) {
  Rooms reached;
  std::vector<std::string> open{room};
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    const auto found = arrows.find(next);
    if (found == arrows.end()) continue;
    for (const auto& use : found->second) {
      if (reached.insert(use).second) open.push_back(use);
    }
  }
  return reached;
}

// The room of a quoted header; empty for headers of libraries.
std::string room_of_header(const std::string& header, const Rooms& all) {
  const auto slash = header.rfind('/');
  if (slash == std::string::npos || !all.contains(header.substr(0, slash))) return {};
  return header.substr(0, slash);
}

std::vector<std::string> headers_of(const fs::path& source) {
  static const std::regex kInclude("(?:^|\n)#include [<\"]([^>\"]+)[>\"]");
  return matches(read(source), kInclude);
}

Arrows included_arrows() {
  const Rooms all = rooms();
  Arrows arrows;
  for (const auto& source : sources()) {
    auto& uses = arrows[room_of(source)];
    for (const auto& header : headers_of(source)) {
      const auto room = room_of_header(header, all);
      if (!room.empty() && room != room_of(source)) uses.insert(room);
    }
  }
  return arrows;
}

// Third-party headers that few rooms may include: prefix of the header, and those rooms.
const std::vector<std::pair<std::string, Rooms>>& restricted_headers() {
  static const std::vector<std::pair<std::string, Rooms>> rules = {
      {"boost/asio", {}},  // used by tests/differential only
      {"boost/beast", {}},
      {"curl/", {"tools/client"}},
      {"openssl/", {"crypto", "net/tls"}},
      {"prometheus/", {"ops"}},
      {"toml++/", {"app/config"}},
      {"CLI/", {"commands"}},
      {"brotli/", {"site/publish"}},
      {"zlib.h", {"site/publish"}},
      {"kainjow/", {"site/templates"}},
  };
  return rules;
}

bool may_include(const std::string& room, const std::string& header) {
  return std::ranges::none_of(restricted_headers(), [&](const auto& rule) {
    return header.starts_with(rule.first) && !rule.second.contains(room);
  });
}

// The length of the longest chain of dependencies of a room.
int level_of(const std::string& room, const Arrows& arrows) {
  int level = 0;
  for (const auto& use : arrows.at(room)) level = std::max(level, level_of(use, arrows) + 1);
  return level;
}

// Without dependencies that follow from others.
Rooms direct_uses(const std::string& room, const Arrows& arrows) {
  Rooms uses = arrows.at(room);
  for (const auto& use : arrows.at(room)) {
    for (const auto& implied : reach_of(use, arrows)) uses.erase(implied);
  }
  return uses;
}

// The first line of a room's CMakeLists.txt.
std::string purpose_of(const std::string& room) {
  const std::string text = read(kRoot / "src" / room / "CMakeLists.txt");
  EXPECT_TRUE(text.starts_with("# ")) << room << " does not state its purpose";
  return text.substr(2, text.find('\n') - 3);
}

// The part of a path before its first slash.
std::string top_of(const std::string& room) { return room.substr(0, room.find('/')); }

// The line of a room or of a folder that only has rooms, indented below its folder.
std::string line_of(const std::string& path, const std::string& text) {
  const auto depth = static_cast<std::size_t>(std::ranges::count(path, '/'));
  std::string name = std::string(2 * depth, ' ') + path.substr(path.rfind('/') + 1);
  if (!text.empty()) name.resize(std::max<std::size_t>(name.size() + 1, 16), ' ');
  return name + text + "\n";
}

// A tree of the folders, those first that use most: each room with its purpose and its direct dependencies.
std::string map_of(const Arrows& arrows) {
  std::map<std::string, int> levels;  // of each folder of src: the highest of its rooms
  for (const auto& [room, uses] : arrows) {
    levels[top_of(room)] = std::max(levels[top_of(room)], level_of(room, arrows));
  }
  std::vector<std::string> order;
  for (const auto& [room, uses] : arrows) order.push_back(room);
  std::ranges::stable_sort(
      order, [&](const auto& left, const auto& right) { return levels[top_of(left)] > levels[top_of(right)]; });
  std::string text;
  std::set<std::string> written;
  for (const auto& room : order) {
    const std::string folder = top_of(room);
    if (written.insert(folder).second && !arrows.contains(folder)) text += line_of(folder, {});
    std::string uses;
    for (const auto& use : direct_uses(room, arrows)) uses += (uses.empty() ? " → " : ", ") + use;
    text += line_of(room, purpose_of(room) + uses);
  }
  return text;
}

TEST(Rooms, AreAllBuilt) { EXPECT_GT(rooms().size(), 25U); }

TEST(Rooms, IncludeOnlyWhatTheirCmakeListsUses) {
  const Arrows declared = declared_arrows();
  const Arrows included = included_arrows();
  std::size_t arrows = 0;
  for (const auto& [room, uses] : included) {
    const Rooms allowed = reach_of(room, declared);
    for (const auto& use : uses) {
      ++arrows;
      EXPECT_TRUE(allowed.contains(use)) << room << " includes a header of " << use << ", which it does not use";
    }
  }
  EXPECT_GT(arrows, 60U);
}

TEST(Rooms, UseOnlyRooms) {
  const Rooms all = rooms();
  std::size_t arrows = 0;
  for (const auto& [room, uses] : declared_arrows()) {
    for (const auto& use : uses) EXPECT_TRUE(all.contains(use)) << room << " uses " << use;
    arrows += uses.size();
  }
  EXPECT_GT(arrows, 60U);
}

TEST(Rooms, HaveNoCycle) {
  const Arrows declared = declared_arrows();
  ASSERT_FALSE(declared.empty());
  for (const auto& [room, uses] : declared) EXPECT_FALSE(reach_of(room, declared).contains(room)) << room;
  const Arrows circle = {{"a", {"b"}}, {"b", {"c"}}, {"c", {"a"}}};
  EXPECT_TRUE(reach_of("a", circle).contains("a"));
}

TEST(Rooms, IncludeLibrariesOnlyInTheRoomsThatWrapThem) {
  std::size_t headers = 0;
  for (const auto& source : sources()) {
    for (const auto& header : headers_of(source)) {
      ++headers;
      EXPECT_TRUE(may_include(room_of(source), header)) << source << " includes " << header;
    }
  }
  EXPECT_GT(headers, 1000U);
  EXPECT_FALSE(may_include("service", "toml++/toml.hpp"));
}

TEST(Rooms, HaveFewAndShortFiles) {
  std::map<std::string, int> files;
  for (const auto& source : sources()) {
    ++files[room_of(source)];
    const std::string text = read(source);
    EXPECT_LE(std::ranges::count(text, '\n'), 400) << source;
  }
  for (const auto& [room, count] : files) EXPECT_LE(count, 26) << room;
}

// Whether `name` is a file or a room: below src, with or without the extension of a source, or below the root.
bool exists(const std::string& name) {
  for (const auto* extension : {"", ".hpp", ".cpp"}) {
    if (fs::exists(kRoot / "src" / (name + extension))) return true;
  }
  return fs::exists(kRoot / name);
}

// Whether some file of src or of the tests has this name, for names without a folder.
bool is_file_name(const std::string& name) {
  static const std::set<std::string> kNames = [] {
    std::set<std::string> names;
    for (const auto* folder : {"src", "tests/unit", "tests/net", "tests/fuzz", "tests/differential"}) {
      for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
        names.insert(entry.path().filename().string());
      }
    }
    return names;
  }();
  return kNames.contains(name);
}

// Paths that begin with the name of a folder of src, and names of sources, in `text`.
std::vector<std::string> named_sources(const std::string& text) {
  static const std::regex kPath("(?:^|[^\\w/.\"*-])([a-z0-9_]+(?:/[a-z][a-z0-9_]*)+(?:\\.[a-z]+)?)(?![\\w/-])");
  static const std::regex kFile("(?:^|[^\\w/.*])([a-z0-9_]+\\.[ch]pp)\\b");
  static const std::set<std::string> kMethodsOfMcp{"tools/list", "tools/call"};
  const Rooms all = rooms();
  std::vector<std::string> names = matches(text, kFile);
  for (auto& path : matches(text, kPath)) {
    const bool is_of_src = std::ranges::any_of(all, [&](const auto& room) { return top_of(room) == top_of(path); });
    if (is_of_src && !kMethodsOfMcp.contains(path)) names.push_back(std::move(path));
  }
  return names;
}

// The comments of a source: what follows // on its lines.
std::string comments_of(const fs::path& source) {
  static const std::regex kComment("(?:^|[^:\"])(//[^\n]*)");
  std::string text;
  for (const auto& comment : matches(read(source), kComment)) text += comment + "\n";
  return text;
}

// What is in backticks on a page.
std::string code_of(const fs::path& page) {
  static const std::regex kCode("`([^`\n]+)`");
  std::string text;
  for (const auto& code : matches(read(page), kCode)) text += code + "\n";
  return text;
}

void expect_that_sources_exist(const std::string& text, const fs::path& where) {
  for (const auto& name : named_sources(text)) {
    EXPECT_TRUE(name.contains('/') ? exists(name) : is_file_name(name)) << where << " names " << name;
  }
}

TEST(Rooms, HaveCommentsThatNameOnlySourcesThatExist) {
  for (const auto& source : sources()) expect_that_sources_exist(comments_of(source), source);
  EXPECT_THAT(named_sources("see net/session.hpp, tools/list, src/site/*_page.cpp and (line.cpp)"),
              testing::UnorderedElementsAre("net/session.hpp", "line.cpp"));
}

TEST(Rooms, AreNamedOnPagesAsTheyAre) {
  for (const auto* page : {"ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"}) {
    expect_that_sources_exist(code_of(kRoot / page), page);
  }
  std::size_t records = 0;
  for (const auto& entry : fs::directory_iterator(kRoot / "docs/decisions")) {
    ++records;
    expect_that_sources_exist(code_of(entry.path()), entry.path());
  }
  EXPECT_GT(records, 30U);
}

TEST(Rooms, AreInThePicture) {
  static const std::regex kRoom("<text class=\"room\"[^>]*>([a-z]+)</text>");
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(kRoot / "src")) {
    if (entry.is_directory()) folders.push_back(entry.path().filename());
  }
  EXPECT_LE(folders.size(), 14U);
  EXPECT_THAT(matches(read(kRoot / "docs/rooms.svg"), kRoom), testing::UnorderedElementsAreArray(folders));
}

TEST(Rooms, AreOnTheMapInArchitecture) {
  constexpr std::string_view kBegin =
      "<!-- map: written by AGENT_ACCESS_WRITE_MAP=1 build/dev/test_architecture -->\n```\n";
  constexpr std::string_view kEnd = "```\n<!-- end of map -->";
  const std::string map = map_of(included_arrows());
  const fs::path page = kRoot / "ARCHITECTURE.md";
  std::string text = read(page);
  const auto begin = text.find(kBegin);
  const auto end = text.find(kEnd);
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos && begin < end);
  const auto start = begin + kBegin.size();
  if (std::getenv("AGENT_ACCESS_WRITE_MAP") != nullptr) {  // NOLINT(concurrency-mt-unsafe): one thread
    text.replace(start, end - start, map);
    std::ofstream(page) << text;
    return;
  }
  EXPECT_EQ(text.substr(start, end - start), map) << "AGENT_ACCESS_WRITE_MAP=1 build/dev/test_architecture writes it";
}

}  // namespace
