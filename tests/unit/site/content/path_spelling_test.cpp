#include "site/content/path_form.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "site/content/static_file.hpp"

namespace agent_access::content {
namespace {

using namespace std::string_view_literals;

std::string spelled(std::string_view path) {
  std::string room = "of another path";
  return std::string(published_spelling(path, room));
}

TEST(PublishedSpelling, IsOneForEqualPaths) {
  EXPECT_EQ(spelled("/%e6%97%a5%E6%9c%AC.txt"), "/%E6%97%A5%E6%9C%AC.txt");
  EXPECT_EQ(spelled("/report%20%281%29.txt"), "/report%20(1).txt");
  EXPECT_EQ(spelled("/%74ilde%7Ex.txt"), "/tilde~x.txt");
  EXPECT_EQ(spelled("/a[1]\"<>^`{|}"), "/a%5B1%5D%22%3C%3E%5E%60%7B%7C%7D");
  EXPECT_EQ(spelled("/a b\xc3\xbc"), "/a%20b%C3%BC");
  EXPECT_EQ(spelled("/a%3Bb%2Cc%3dd%40"), "/a;b,c=d@");
  EXPECT_EQ(spelled("/100%25%5c%3F%23"), "/100%25%5C%3F%23");
  EXPECT_EQ(spelled("/%2Ewell-known/a"), "/.well-known/a");
  EXPECT_EQ(spelled("/...%2e/a"), "/..../a");
}

TEST(PublishedSpelling, IsItselfForAPathThatHasIt) {
  for (const auto path :
       {""sv, "/"sv, "/a/b.txt"sv, "/report%20(1).txt"sv, "/%E6%97%A5;v=1"sv, "//a"sv, "*"sv, "/./a"sv}) {
    EXPECT_EQ(spelled(path), path);
  }
}

TEST(PublishedSpelling, ChangesNothingThatServersReadInDifferentWays) {
  for (const auto path :
       {"/%61%2Fb"sv, "/%61%2fb"sv, "/%61%00"sv, "/%61\0"sv, "/%61#b"sv, "/%61\\b"sv, "/%61%"sv, "/%61%2"sv,
        "/%61%zz"sv, "/%61%u002f"sv, "/%2e"sv, "/%61/%2e%2E/b"sv, "/%61/.%2e"sv, "/%61/../b"sv, "/%61/."sv}) {
    EXPECT_EQ(spelled(path), path);
  }
}

TEST(PublishedSpelling, IsThatOfEachFileAndOfNoOther) {
  std::set<std::string> seen;
  for (int value = 1; value < 256; ++value) {
    const char byte = static_cast<char>(value);
    if (byte == '/') continue;
    std::string published = "/a";
    append_encoded(published, {&byte, 1});
    EXPECT_TRUE(seen.insert(published).second) << value;
    EXPECT_EQ(spelled(published), published) << value;
    std::string encoded = "/a%";
    encoded += "0123456789abcdef"[value / 16];
    encoded += "0123456789abcdef"[value % 16];
    EXPECT_EQ(spelled(encoded), published) << value;
  }
}

}  // namespace
}  // namespace agent_access::content
