// A token has one encoding: every change makes it invalid.
#include <gtest/gtest.h>

#include <string>

#include "oauth/jwt.hpp"
#include "unit/oauth/sample_tokens.hpp"

namespace agent_access::oauth {
namespace {

TEST(VerifyJwt, RefusesEveryFlippedBit) {
  auto keys = sample::trusted_keys();
  std::string token(sample::kToken);
  for (std::size_t at = 0; at < token.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      const char mask = static_cast<char>(1U << bit);
      token[at] = static_cast<char>(token[at] ^ mask);
      EXPECT_FALSE(verify(token, keys)) << "bit " << bit << " of character " << at;
      token[at] = static_cast<char>(token[at] ^ mask);
    }
  }
  EXPECT_TRUE(verify(token, keys)) << "refusals left the keys unusable";
}

TEST(VerifyJwt, RefusesEveryTruncation) {
  auto keys = sample::trusted_keys();
  for (std::size_t size = 0; size < sample::kToken.size(); ++size) {
    EXPECT_FALSE(verify(sample::kToken.substr(0, size), keys)) << "first " << size;
    EXPECT_FALSE(verify(sample::kToken.substr(sample::kToken.size() - size), keys)) << "last " << size;
  }
}

TEST(VerifyJwt, RefusesEveryInsertionAndDeletionOfOneCharacter) {
  auto keys = sample::trusted_keys();
  for (std::size_t at = 0; at <= sample::kToken.size(); ++at) {
    for (const char inserted : {'A', '.', '=', ' ', '\n', '\0', '?'}) {
      std::string token(sample::kToken);
      token.insert(at, 1, inserted);
      EXPECT_FALSE(verify(token, keys)) << "inserted at " << at;
    }
    if (at == sample::kToken.size()) continue;
    std::string token(sample::kToken);
    token.erase(at, 1);
    EXPECT_FALSE(verify(token, keys)) << "deleted at " << at;
  }
}

TEST(VerifyJwt, RefusesOtherSpellingsOfTheSameSignature) {
  auto keys = sample::trusted_keys();
  // 64 bytes leave four unused bits in the last character; every value of them but zero is another text.
  std::size_t variants = 0;
  for (const char last : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")) {
    std::string token(sample::kToken);
    if (token.back() == last) continue;
    token.back() = last;
    EXPECT_FALSE(verify(token, keys)) << last;
    ++variants;
  }
  EXPECT_EQ(variants, 63U);
}

}  // namespace
}  // namespace agent_access::oauth
