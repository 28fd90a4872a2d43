#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <span>
#include <vector>

#include "crypto/es256.hpp"
#include "support/hex.hpp"
#include "support/vectors.hpp"

namespace agent_access::crypto {
namespace {

using test::unhex;
using test::unhex_array;

TEST(DerivePrivateKey, GivesTheKeysOfTheVectorsRejectedCandidateIncluded) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "rfc_vectors.json");
  const auto file = boost::json::parse(text);
  const auto& cases = file.at("c2sp_det_keygen_p256").at("cases").as_array();
  ASSERT_EQ(cases.size(), 4U);
  std::size_t rejections = 0;
  for (const auto& test : cases) {
    const auto key = PrivateKey::derive(unhex(std::string_view(test.at("seed").as_string())));
    ASSERT_TRUE(key);
    const auto point = unhex_array<65>(std::string_view(test.at("pk").as_string()));
    EXPECT_TRUE(std::ranges::equal(key->public_key().x(), std::span(point).subspan<1, 32>()));
    EXPECT_TRUE(std::ranges::equal(key->public_key().y(), std::span(point).subspan<33, 32>()));
    const auto same = PrivateKey::from_scalar(unhex(std::string_view(test.at("d").as_string())));
    ASSERT_TRUE(same);
    EXPECT_EQ(same->public_key().x(), key->public_key().x());
    rejections += test.at("first_candidate_rejected").as_bool() ? 1U : 0U;
  }
  EXPECT_EQ(rejections, 1U);
}

TEST(DerivePrivateKey, UsesTheSecondCandidateWhenTheFirstIsNotBelowTheOrder) {
  const auto key = PrivateKey::derive(unhex("b432f9be30890480298218510559aed7"));
  ASSERT_TRUE(key);
  EXPECT_EQ(key->public_key().x(), unhex_array<32>("0be2f33f17931f7591a4359efac45b14701bf6c0638b15e47a51474c8dc54a75"));
  EXPECT_EQ(key->public_key().y(), unhex_array<32>("52551b2e781814e3f9130c0cdab6a6d1b4eed10ac0d44a982dd2ab51d7f6ae1e"));
}

TEST(DerivePrivateKey, RefusesASeedBelow16Bytes) {
  for (std::size_t size = 0; size < 16; ++size) {
    const auto key = PrivateKey::derive(std::vector<std::byte>(size, std::byte{1}));
    ASSERT_FALSE(key) << size;
    EXPECT_EQ(key.error(), CryptoFault::invalid_key);
  }
  EXPECT_TRUE(PrivateKey::derive(std::vector<std::byte>(16, std::byte{1})));
}

TEST(DerivePrivateKey, GivesAnotherKeyForEachBitAndLengthOfTheSeed) {
  std::vector<std::byte> seed(16, std::byte{1});
  const auto first = PrivateKey::derive(seed).value().public_key().x();
  EXPECT_EQ(PrivateKey::derive(seed).value().public_key().x(), first);
  seed.back() ^= std::byte{1};
  EXPECT_NE(PrivateKey::derive(seed).value().public_key().x(), first);
  EXPECT_NE(PrivateKey::derive(std::vector<std::byte>(17, std::byte{1})).value().public_key().x(), first);
}

}  // namespace
}  // namespace agent_access::crypto
