#include <string>

#include "oauth/bearer.hpp"
#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using namespace std::string_literals;

TEST(ParseBearer, GivesTheTokenOfTheHeader) {
  const auto token = parse_bearer("Bearer aZ09-._~+/==");
  ASSERT_TRUE(token.has_value());
  EXPECT_EQ(*token, "aZ09-._~+/==");
}

TEST(ParseBearer, AcceptsSeveralSpacesAfterTheScheme) {
  EXPECT_EQ(parse_bearer("Bearer  a.b.c"), "a.b.c");
  EXPECT_EQ(parse_bearer("Bearer     a.b.c"), "a.b.c");
}

TEST(ParseBearer, AcceptsTheSchemeInAnyCase) {
  for (const auto* header : {"bearer a.b.c", "BEARER a.b.c", "bEaReR a.b.c"}) {
    const auto token = parse_bearer(header);
    ASSERT_TRUE(token.has_value()) << header;
    EXPECT_EQ(*token, "a.b.c") << header;
  }
}

TEST(ParseBearer, RefusesEveryInvalidCharacterAnywhereInALongToken) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/";
  EXPECT_EQ(parse_bearer("Bearer " + alphabet + "="), alphabet + "=");
  for (int value = 0; value < 256; ++value) {
    const char character = static_cast<char>(value);
    for (const std::size_t at : {0U, 1U, 15U, 16U, 31U, 32U, 36U, 39U}) {
      std::string token(40, 'a');
      token[at] = character;
      const bool is_good = alphabet.find(character) != std::string::npos || (character == '=' && at == 39) ||
                           (character == ' ' && at == 0);
      EXPECT_EQ(parse_bearer("Bearer " + token).has_value(), is_good) << value << " at " << at;
    }
  }
}

TEST(ParseBearer, RefusesEverythingElse) {
  for (const auto& header : {""s,
                             " "s,
                             "Bearer"s,
                             "Bearer "s,
                             "Bearer   "s,
                             " Bearer a.b.c"s,
                             "Bearer a.b.c "s,
                             "Bearer a.b.c d"s,
                             "Bearer\ta.b.c"s,
                             "Bearera.b.c"s,
                             "Bearer a.b.c,d"s,
                             "Bearer a.b.c, Bearer a.b.c"s,
                             "Bearer \"a.b.c\""s,
                             "Bearer a=b"s,
                             "Bearer a==b"s,
                             "Bearer ="s,
                             "Bearer a.b.c\n"s,
                             "Bearer a\0b"s,
                             "Bearer a\x80"s,
                             "Bearer \u00e9"s,
                             "Bearer a:b"s,
                             "Bearer a{b"s,
                             "Bearer a@b"s,
                             "Bearer a[b"s,
                             "Basic YTpi"s,
                             "DPoP a.b.c"s,
                             "Bearer=a.b.c"s,
                             "Bearer: a.b.c"s,
                             "Bear er a.b.c"s,
                             "Beare a.b.c"s,
                             "Bearers a.b.c"s,
                             "bearez a.b.c"s,
                             "BEAREX a.b.c"s,
                             "\"earer a.b.c"s,  // differs from 'B' by one bit
                             "\u212aearer a.b.c"s,
                             "a.b.c"s}) {
    const auto token = parse_bearer(header);
    ASSERT_FALSE(token.has_value()) << testing::PrintToString(header);
    EXPECT_EQ(test::fault_of(token), BearerFault::not_bearer);
  }
}

}  // namespace
}  // namespace agent_access::oauth
