#include "service/verified_token_cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

namespace agent_access::service {
namespace {

constexpr std::uint64_t kGeneration = 7;

oauth::Seconds at(std::int64_t time) { return oauth::Seconds{std::chrono::seconds{time}}; }

/// A digest in the set `set` of a table with few sets; `number` distinguishes it.
crypto::Digest digest_of(std::uint64_t number, std::uint64_t set = 0) {
  crypto::Digest digest{};
  std::memcpy(digest.data(), &set, sizeof set);
  std::memcpy(digest.data() + 24, &number, sizeof number);
  return digest;
}

/// A token with different values in every part for each `number`.
CachedToken token_of(std::uint64_t number, std::int64_t expires_at) {
  CachedToken token{};
  token.scopes = oauth::ScopeSet::of_bits(static_cast<std::uint32_t>(number) + 1);
  const std::uint64_t opposite = ~number;
  for (std::size_t i = 0; i < 16; i += 8) {
    std::memcpy(token.client_id.bytes.data() + i, &number, sizeof number);
    std::memcpy(token.token_id.bytes.data() + i, &opposite, sizeof opposite);
  }
  token.expires_at = at(expires_at);
  return token;
}

void expect_token(const std::optional<CachedToken>& found, std::uint64_t number, std::int64_t expires_at) {
  ASSERT_TRUE(found) << number;
  EXPECT_EQ(found->client_id, token_of(number, 0).client_id);
  EXPECT_EQ(found->token_id, token_of(number, 0).token_id);
  EXPECT_EQ(found->expires_at, at(expires_at));
  EXPECT_EQ(found->scopes, token_of(number, 0).scopes);
}

TEST(VerifiedTokenCache, FindsWhatWasAdded) {
  VerifiedTokenCache tokens(64);
  EXPECT_FALSE(tokens.find(digest_of(1), kGeneration));
  tokens.insert(digest_of(1), kGeneration, token_of(1, 900), at(0));
  tokens.insert(digest_of(2), kGeneration, token_of(2, 901), at(0));
  expect_token(tokens.find(digest_of(1), kGeneration), 1, 900);
  expect_token(tokens.find(digest_of(2), kGeneration), 2, 901);
}

TEST(VerifiedTokenCache, FindsNothingInAnEmptyTableForTheEmptyDigest) {
  const VerifiedTokenCache tokens(4);
  EXPECT_FALSE(tokens.find(crypto::Digest{}, 0));
}

TEST(VerifiedTokenCache, ComparesEveryBitOfTheDigest) {
  VerifiedTokenCache tokens(4);
  const auto digest = digest_of(1);
  tokens.insert(digest, kGeneration, token_of(1, 900), at(0));
  for (std::size_t bit = 0; bit < 256; ++bit) {
    auto other = digest;
    other[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
    EXPECT_FALSE(tokens.find(other, kGeneration)) << bit;
  }
}

TEST(VerifiedTokenCache, FindsNothingOfAnotherGeneration) {
  VerifiedTokenCache tokens(64);
  tokens.insert(digest_of(1), kGeneration, token_of(1, 900), at(0));
  EXPECT_FALSE(tokens.find(digest_of(1), kGeneration + 1));
  tokens.insert(digest_of(1), kGeneration + 1, token_of(1, 900), at(0));
  EXPECT_FALSE(tokens.find(digest_of(1), kGeneration));
  EXPECT_TRUE(tokens.find(digest_of(1), kGeneration + 1));
}

TEST(VerifiedTokenCache, DoesNotAddAnExpiredToken) {
  VerifiedTokenCache tokens(64);
  tokens.insert(digest_of(1), kGeneration, token_of(1, 100), at(100));
  EXPECT_FALSE(tokens.find(digest_of(1), kGeneration));
  tokens.insert(digest_of(1), kGeneration, token_of(1, 100), at(99));
  EXPECT_TRUE(tokens.find(digest_of(1), kGeneration));
}

TEST(VerifiedTokenCache, ReplacesTheTokenThatExpiresFirst) {
  VerifiedTokenCache tokens(4);
  const std::vector<std::int64_t> expiries = {904, 901, 903, 902};
  for (std::uint64_t i = 0; i < 4; ++i) tokens.insert(digest_of(i), kGeneration, token_of(i, expiries[i]), at(0));
  tokens.insert(digest_of(4), kGeneration, token_of(4, 905), at(0));
  EXPECT_FALSE(tokens.find(digest_of(1), kGeneration));
  for (const std::uint64_t kept : {0U, 2U, 3U, 4U}) EXPECT_TRUE(tokens.find(digest_of(kept), kGeneration)) << kept;
}

TEST(VerifiedTokenCache, ReplacesExpiredTokensAndThoseOfOtherKeysFirst) {
  VerifiedTokenCache tokens(4);
  tokens.insert(digest_of(0), kGeneration, token_of(0, 900), at(0));
  tokens.insert(digest_of(1), kGeneration - 1, token_of(1, 5000), at(0));
  tokens.insert(digest_of(2), kGeneration, token_of(2, 10), at(0));
  tokens.insert(digest_of(3), kGeneration, token_of(3, 901), at(0));
  tokens.insert(digest_of(4), kGeneration, token_of(4, 950), at(20));
  tokens.insert(digest_of(5), kGeneration, token_of(5, 950), at(20));
  for (const std::uint64_t kept : {0U, 3U, 4U, 5U}) EXPECT_TRUE(tokens.find(digest_of(kept), kGeneration)) << kept;
}

TEST(VerifiedTokenCache, ReplacesExpiredTokensBeforeThoseOfOtherKeys) {
  for (const std::int64_t expiry : {10, 20}) {
    VerifiedTokenCache tokens(4);
    tokens.insert(digest_of(0), kGeneration - 1, token_of(0, 5000), at(0));
    tokens.insert(digest_of(1), kGeneration, token_of(1, 900), at(0));
    tokens.insert(digest_of(2), kGeneration, token_of(2, expiry), at(0));
    tokens.insert(digest_of(3), kGeneration, token_of(3, 901), at(0));
    tokens.insert(digest_of(4), kGeneration, token_of(4, 950), at(20));
    EXPECT_TRUE(tokens.find(digest_of(0), kGeneration - 1)) << expiry;
    EXPECT_FALSE(tokens.find(digest_of(2), kGeneration)) << expiry;
  }
}

TEST(VerifiedTokenCache, HoldsNoMoreThanItsCapacity) {
  VerifiedTokenCache tokens(8);
  int found = 0;
  for (std::uint64_t i = 0; i < 64; ++i) tokens.insert(digest_of(i, i % 16), kGeneration, token_of(i, 900), at(0));
  for (std::uint64_t i = 0; i < 64; ++i) found += tokens.find(digest_of(i, i % 16), kGeneration) ? 1 : 0;
  EXPECT_EQ(found, 8);
}

TEST(VerifiedTokenCache, UsesOneSlotForOneToken) {
  VerifiedTokenCache tokens(4);
  for (std::uint64_t i = 0; i < 3; ++i) tokens.insert(digest_of(i), kGeneration, token_of(i, 900), at(0));
  for (int i = 0; i < 10; ++i) tokens.insert(digest_of(2), kGeneration, token_of(2, 900), at(0));
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_TRUE(tokens.find(digest_of(i), kGeneration)) << i;
}

TEST(VerifiedTokenCache, SpreadsTokensOverItsSets) {
  VerifiedTokenCache tokens(64);  // 16 sets of 4
  for (std::uint64_t i = 0; i < 64; ++i) tokens.insert(digest_of(i, i % 16), kGeneration, token_of(i, 900), at(0));
  for (std::uint64_t i = 0; i < 64; ++i) expect_token(tokens.find(digest_of(i, i % 16), kGeneration), i, 900);
}

// Writers and readers on one set: every found entry is complete and belongs to the digest. Also run with
// ThreadSanitizer.
TEST(VerifiedTokenCache, NeverReturnsPartOfAnEntry) {
  VerifiedTokenCache tokens(4);
  std::atomic<std::uint64_t> wrong{0};
  std::atomic<std::uint64_t> found_any{0};
  const auto work = [&](std::uint64_t seed) {
    for (std::uint64_t i = 0; i < 20000; ++i) {
      const std::uint64_t number = (i * 7 + seed) % 12;
      tokens.insert(digest_of(number), kGeneration, token_of(number, 900 + static_cast<std::int64_t>(number)), at(0));
      const std::uint64_t asked = (number + i) % 12;
      const auto found = tokens.find(digest_of(asked), kGeneration);
      if (!found) continue;
      ++found_any;
      const auto expected = token_of(asked, 900 + static_cast<std::int64_t>(asked));
      if (found->client_id != expected.client_id || found->token_id != expected.token_id ||
          found->expires_at != expected.expires_at) {
        ++wrong;
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed) threads.emplace_back(work, seed);
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0U);
  EXPECT_GT(found_any, 0U);
}

}  // namespace
}  // namespace agent_access::service
