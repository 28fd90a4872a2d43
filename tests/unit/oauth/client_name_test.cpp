#include <string>

#include "oauth/client.hpp"
#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using namespace std::string_literals;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t count = 0; count < times; ++count) all += text;
  return all;
}

TEST(IsValidClientName, Accepts1To200Characters) {
  EXPECT_TRUE(is_valid_client_name("x"));
  EXPECT_TRUE(is_valid_client_name(repeated("x", 200)));
  EXPECT_FALSE(is_valid_client_name(""));
  EXPECT_FALSE(is_valid_client_name(repeated("x", 201)));
}

TEST(IsValidClientName, CountsCharactersNotBytes) {
  EXPECT_TRUE(is_valid_client_name(repeated("\U0001F980", 200)));
  EXPECT_FALSE(is_valid_client_name(repeated("\U0001F980", 201)));
  EXPECT_TRUE(is_valid_client_name(repeated("\u00e9", 200)));
  EXPECT_FALSE(is_valid_client_name(repeated("\u20ac", 201)));
}

TEST(IsValidClientName, AcceptsTheBordersOfEachEncodedLength) {
  for (const auto& name : {" "s, "~"s, "\u00a0"s, "\u07ff"s, "\u0800"s, "\ud7ff"s, "\ue000"s, "\uffff"s, "\U00010000"s,
                           "\U0010ffff"s, "\"\\</script>"s}) {
    EXPECT_TRUE(is_valid_client_name(name)) << name;
  }
}

TEST(IsValidClientName, RefusesControlCharacters) {
  for (unsigned control = 0; control < 0x20; ++control) {
    EXPECT_FALSE(is_valid_client_name("a" + std::string(1, static_cast<char>(control)) + "b")) << control;
  }
  EXPECT_FALSE(is_valid_client_name("\x7f"));
  for (unsigned control = 0x80; control <= 0x9f; ++control) {
    EXPECT_FALSE(is_valid_client_name("\xc2" + std::string(1, static_cast<char>(control)))) << control;
  }
}

TEST(IsValidClientName, RefusesWhatIsNotUtf8) {
  for (const auto& name : {"\x80"s,
                           "\xbf"s,
                           "\xc0\x80"s,
                           "\xc0\xaf"s,
                           "\xc1\xbf"s,
                           "\xe0\x80\xaf"s,
                           "\xe0\x9f\xbf"s,
                           "\xf0\x80\x80\xaf"s,
                           "\xf0\x8f\xbf\xbf"s,
                           "\xed\xa0\x80"s,
                           "\xed\xbf\xbf"s,
                           "\xf4\x90\x80\x80"s,
                           "\xf5\x80\x80\x80"s,
                           "\xf8\x88\x80\x80\x80"s,
                           "\xfe"s,
                           "\xff"s,
                           "\xc3"s,
                           "\xe2\x82"s,
                           "\xf0\x9f\xa6"s,
                           "\xc3("s,
                           "\xe2\x82("s,
                           "\xe2(\xac"s,
                           "\xf0\x9f\xa6("s,
                           "ok\xc3\xa9\xc3"s}) {
    EXPECT_FALSE(is_valid_client_name(name)) << testing::PrintToString(name);
  }
}

}  // namespace
}  // namespace agent_access::oauth
