#include "crypto/digest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "crypto/es256.hpp"
#include "support/hex.hpp"
#include "support/vectors.hpp"

namespace agent_access::crypto {
namespace {

using base::bytes_of;
using test::unhex;

std::vector<std::byte> hex_member(const boost::json::value& test, const char* name) {
  return unhex(std::string_view(test.at(name).as_string()));
}

Digest hmac(base::ByteView key, base::ByteView message) { return HmacSha256::create(key).value().tag(message).value(); }

TEST(Sha256, GivesTheKnownDigests) {
  auto hasher = Sha256::create().value();
  EXPECT_EQ(hasher.digest(bytes_of("")),
            test::unhex_array<32>("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  EXPECT_EQ(hasher.digest(bytes_of("abc")),
            test::unhex_array<32>("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  EXPECT_EQ(hasher.digest(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            test::unhex_array<32>("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
}

TEST(Sha256, StartsAnewForEachMessage) {
  auto hasher = Sha256::create().value();
  const auto first = hasher.digest(bytes_of("abc"));
  ASSERT_NE(hasher.digest(bytes_of("abcd")), first);
  EXPECT_EQ(hasher.digest(bytes_of("abc")), first);
  Sha256 moved = std::move(hasher);
  EXPECT_EQ(moved.digest(bytes_of("abc")), first);
}

TEST(HmacSha256, GivesTheTagsOfRfc4231) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "rfc_vectors.json");
  const auto file = boost::json::parse(text);
  const auto& cases = file.at("rfc4231_hmac_sha256").as_array();
  ASSERT_EQ(cases.size(), 7U);
  for (const auto& test : cases) {
    const auto tag = hmac(hex_member(test, "key"), hex_member(test, "data"));
    const auto wanted = hex_member(test, "tag");
    ASSERT_EQ(wanted.size(), static_cast<std::size_t>(test.at("truncated_to").as_int64()));
    EXPECT_TRUE(std::ranges::equal(std::span(tag).first(wanted.size()), wanted)) << test.at("case");
  }
}

TEST(HmacSha256, GivesTheTagsOfWycheproof) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "wycheproof/hmac_sha256_test.json");
  const auto file = boost::json::parse(text);
  std::size_t run = 0;
  std::size_t full_size = 0;
  for (const auto& group : file.at("testGroups").as_array()) {
    for (const auto& test : group.at("tests").as_array()) {
      const auto tag = hmac(hex_member(test, "key"), hex_member(test, "msg"));
      const auto stated = hex_member(test, "tag");
      const bool valid = test.at("result").as_string() == "valid";
      EXPECT_EQ(std::ranges::equal(std::span(tag).first(stated.size()), stated), valid) << test.at("tcId");
      // Truncated tags are not supported: they are compared as other values.
      EXPECT_EQ(constant_time_equal(tag, stated), valid && stated.size() == 32) << test.at("tcId");
      full_size += stated.size() == 32 ? 1U : 0U;
      ++run;
    }
  }
  EXPECT_EQ(run, 174U);
  EXPECT_GT(full_size, 0U);
  EXPECT_LT(full_size, run);
}

TEST(HmacSha256, StartsAnewForEachMessage) {
  auto keyed = HmacSha256::create(bytes_of("Jefe")).value();
  const auto wanted = test::unhex_array<32>("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(keyed.tag(bytes_of("what do ya want for nothing?")), wanted);
    EXPECT_NE(keyed.tag(bytes_of("something else")), wanted);
  }
}

TEST(HmacSha256, AcceptsAnEmptyKeyAndAnEmptyMessage) {
  EXPECT_EQ(hmac({}, {}), test::unhex_array<32>("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"));
}

TEST(HkdfSha256, GivesTheOutputsOfRfc5869) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "rfc_vectors.json");
  const auto file = boost::json::parse(text);
  const auto& cases = file.at("rfc5869_hkdf_sha256").as_array();
  ASSERT_EQ(cases.size(), 3U);
  for (const auto& test : cases) {
    const auto output = hkdf_sha256(hex_member(test, "ikm"), hex_member(test, "salt"), hex_member(test, "info"),
                                    static_cast<std::size_t>(test.at("L").as_int64()));
    ASSERT_TRUE(output);
    EXPECT_TRUE(constant_time_equal(output->reveal(), hex_member(test, "okm"))) << test.at("case");
  }
}

TEST(HkdfSha256, GivesTheOutputsOfWycheproof) {
  AGENT_ACCESS_VECTOR_OR_SKIP(text, "wycheproof/hkdf_sha256_test.json");
  const auto file = boost::json::parse(text);
  std::size_t run = 0;
  std::size_t refused = 0;
  for (const auto& group : file.at("testGroups").as_array()) {
    for (const auto& test : group.at("tests").as_array()) {
      const auto output = hkdf_sha256(hex_member(test, "ikm"), hex_member(test, "salt"), hex_member(test, "info"),
                                      static_cast<std::size_t>(test.at("size").as_int64()));
      ++run;
      if (test.at("result").as_string() == "valid") {
        ASSERT_TRUE(output) << test.at("tcId");
        EXPECT_TRUE(constant_time_equal(output->reveal(), hex_member(test, "okm"))) << test.at("tcId");
        continue;
      }
      ++refused;
      ASSERT_FALSE(output) << test.at("tcId");
      EXPECT_EQ(output.error(), CryptoFault::output_too_long);
    }
  }
  EXPECT_EQ(run, 86U);
  EXPECT_GT(refused, 0U);
}

TEST(HkdfSha256, RefusesMoreThan255Blocks) {
  EXPECT_EQ(hkdf_sha256(bytes_of("key"), {}, {}, 8160).value().size(), 8160U);
  const auto too_long = hkdf_sha256(bytes_of("key"), {}, {}, 8161);
  ASSERT_FALSE(too_long);
  EXPECT_EQ(too_long.error(), CryptoFault::output_too_long);
  EXPECT_EQ(hkdf_sha256(bytes_of("key"), {}, {}, 0).value().size(), 0U);
}

TEST(ConstantTimeEqual, ComparesLengthAndEveryBit) {
  std::vector<std::byte> left(32, std::byte{0x5a});
  const auto right = left;
  EXPECT_TRUE(constant_time_equal(left, right));
  EXPECT_TRUE(constant_time_equal({}, {}));
  EXPECT_FALSE(constant_time_equal(left, {}));
  EXPECT_FALSE(constant_time_equal(left, base::ByteView(right).first(31)));
  for (std::size_t bit = 0; bit < 256; ++bit) {
    const std::byte mask = std::byte{1} << (bit % 8);
    left[bit / 8] ^= mask;
    EXPECT_FALSE(constant_time_equal(left, right)) << bit;
    left[bit / 8] ^= mask;
  }
}

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
