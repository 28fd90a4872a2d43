#include "crypto/self_test.hpp"

#include <gtest/gtest.h>

#include <set>

#include "crypto/fault.hpp"

namespace agent_access::crypto {
namespace {

TEST(KnownAnswerSelfTest, PassesWithTheInstalledOpenSsl) {
  const auto result = known_answer_self_test();
  EXPECT_TRUE(result) << result.error();
}

TEST(DescribeCryptoFault, DescribesEachFaultDifferently) {
  using enum CryptoFault;
  std::set<std::string_view> texts;
  for (const auto fault : {no_entropy, library_failure, invalid_key, output_too_long}) texts.insert(describe(fault));
  EXPECT_EQ(texts.size(), 4U);
  EXPECT_FALSE(texts.contains(""));
  EXPECT_EQ(describe(static_cast<CryptoFault>(99)), "the cryptographic library failed");
}

}  // namespace
}  // namespace agent_access::crypto
