#include "site/content/path_form.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "site/content/static_file.hpp"

namespace agent_access::content {
namespace {

using namespace std::string_view_literals;

std::string decoded(std::string_view path) {
  std::string out;
  DecodedPath bytes(path);
  while (const auto byte = bytes.next()) out += static_cast<char>(*byte);
  return out;
}

TEST(IsNormalPath, AcceptsWhatEveryServerReadsAlike) {
  for (const auto path :
       {"/"sv, "/data/"sv, "/data/x.csv"sv, "/data/a/b/c"sv, "/a-b_c~d.e"sv, "/..."sv, "/.hidden"sv, "/a..b"sv,
        "/..a"sv, "/data/%20"sv, "/data/a%20b.txt"sv, "/%C3%BCnder.txt"sv, "/%c3%bcnder.txt"sv, "/%e2%82%ac"sv,
        "/%F0%9F%8C%8A"sv, "/a!$&'()*+,=:@b"sv, "/a%21%24%26%27%28%29%2A%2B%2C%3D%3A%40b"sv, "/%23%3F"sv,
        "/%22%3C%3E%5B%5D%5E%60%7B%7C%7D"sv}) {
    EXPECT_TRUE(is_normal_path(path)) << path;
  }
}

TEST(IsNormalPath, RefusesWhatIsNoAbsolutePath) {
  for (const auto path : {""sv, "data"sv, "data/x"sv, "*"sv, "http://example.com/data/x"sv, "?a"sv, "%2Fdata"sv}) {
    EXPECT_FALSE(is_normal_path(path)) << path;
  }
}

TEST(IsNormalPath, RefusesDotSegmentsAndEmptySegments) {
  for (const auto path : {"/."sv, "/.."sv, "/./a"sv, "/a/."sv, "/a/./b"sv, "/data/../secret"sv, "/data/.."sv,
                          "/data/../"sv, "//"sv, "//data"sv, "/data//x"sv, "/data//"sv, "/a///b"sv}) {
    EXPECT_FALSE(is_normal_path(path)) << path;
  }
}

TEST(IsNormalPath, RefusesEncodedFormsOfWhatSplitsOrNamesSegments) {
  for (const auto path : {"/data/%2e%2e/secret"sv, "/data/.%2e/secret"sv, "/data/%2E"sv, "/data%2Fx"sv, "/data%2fx"sv,
                          "/data%5Cx"sv, "/data%5cx"sv, "/data/%252e%252e/secret"sv, "/%25"sv, "/%00"sv, "/x%00.csv"sv,
                          "/%0A"sv, "/%0d"sv, "/%1F"sv, "/%7F"sv, "/%3B"sv, "/%3b"sv}) {
    EXPECT_FALSE(is_normal_path(path)) << path;
  }
}

TEST(IsNormalPath, RefusesEncodedUnreservedCharacters) {
  for (const auto path : {"/%64ata/x"sv, "/d%61ta"sv, "/%41"sv, "/%7E"sv, "/%7e"sv, "/%2D"sv, "/%5F"sv, "/%30"sv}) {
    EXPECT_FALSE(is_normal_path(path)) << path;
  }
}

TEST(IsNormalPath, RefusesSemicolonBackslashAndOtherCharacters) {
  for (const auto path : {"/data;x"sv,   "/data/..;/secret"sv,
                          "/;"sv,        "/data\\x"sv,
                          "/a b"sv,      "/a\"b"sv,
                          "/a<b"sv,      "/a>b"sv,
                          "/a[b"sv,      "/a]b"sv,
                          "/a^b"sv,      "/a`b"sv,
                          "/a{b"sv,      "/a|b"sv,
                          "/a}b"sv,      "/a#b"sv,
                          "/a?b"sv,      "/a\tb"sv,
                          "/a\0b"sv,     "/\x7f"sv,
                          "/\xc3\xbc"sv, "/\xff"sv}) {
    EXPECT_FALSE(is_normal_path(path)) << path;
  }
}

TEST(IsNormalPath, RefusesIncompleteEscapesAndWhatIsNotUtf8) {
  for (const auto path : {"/%"sv,      "/%2"sv,        "/%zz"sv,          "/%2g"sv,           "/%-1"sv,
                          "/%u002f"sv, "/%FC"sv,       "/%C3"sv,          "/%C3a"sv,          "/%C3%"sv,
                          "/%C3%2"sv,  "/%C3%28"sv,    "/%C0%AF"sv,       "/%c0%ae%c0%ae/"sv, "/%E0%80%AF"sv,
                          "/%BC"sv,    "/%ED%A0%80"sv, "/%F5%80%80%80"sv, "/%F0%80%80%AF"sv,  "/%1g"sv,
                          "/%1G"sv,    "/%2:"sv}) {
    EXPECT_FALSE(is_normal_path(path)) << path;
  }
}

TEST(DecodedPath, GivesTheSameBytesForTwoSpellings) {
  EXPECT_EQ(decoded("/%C3%BC%28a%29%20b"), "/\xc3\xbc(a) b");
  EXPECT_EQ(decoded("/%c3%bc(a)%20b"), "/\xc3\xbc(a) b");
  EXPECT_EQ(decoded("/data/"), "/data/");
  EXPECT_EQ(decoded(""), "");
}

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
