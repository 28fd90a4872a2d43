#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <thread>
#include <vector>

#include "crypto/es256.hpp"
#include "support/hex.hpp"
#include "unit/crypto/p256.hpp"

namespace agent_access::crypto {
namespace {

using base::bytes_of;

TEST(PrivateKey, MayBeSharedByThreads) {
  const auto key = PrivateKey::from_scalar(test::unhex(p256::kScalar)).value();
  std::array<bool, 4> good{};
  std::vector<std::jthread> threads;
  for (std::size_t worker = 0; worker < good.size(); ++worker) {
    threads.emplace_back([&key, &good, worker] {
      auto signer = Signer::create(key).value();
      auto verifier = Verifier::create(key.public_key()).value();
      bool all = true;
      for (int round = 0; round < 25; ++round) {
        all = all &&
              verifier.verify(bytes_of("shared"), signer.sign(bytes_of("shared")).value()) == SignatureVerdict::valid;
      }
      good[worker] = all;
    });
  }
  threads.clear();
  EXPECT_EQ(good, (std::array{true, true, true, true}));
}

}  // namespace
}  // namespace agent_access::crypto
