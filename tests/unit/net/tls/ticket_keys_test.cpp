#include "net/tls/ticket_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "net/certificates.hpp"
#include "support/hex.hpp"

namespace agent_access::test {
namespace {

using net::TicketKeys;
using std::chrono::seconds;

class TicketKeysTest : public testing::Test {
 protected:
  [[nodiscard]] TicketKeys keys(char letter = 's') const {
    return {base::SecretBytes(base::bytes_of(std::string(32, letter))), clock_};
  }
  std::shared_ptr<SettableClock> clock_ = std::make_shared<SettableClock>();
};

TEST_F(TicketKeysTest, CountsEpochsOfTwelveHours) {
  clock_->time = base::Seconds(seconds{0});
  EXPECT_EQ(keys().current_epoch(), 0);
  clock_->time = base::Seconds(seconds{43'199});
  EXPECT_EQ(keys().current_epoch(), 0);
  clock_->time = base::Seconds(seconds{43'200});
  EXPECT_EQ(keys().current_epoch(), 1);
}

// openssl kdf -keylen 80 -kdfopt digest:SHA256 -kdfopt hexkey:73…73 -kdfopt salt:agent-access
//   -kdfopt info:agent-access/tls-ticket/v1/41666 HKDF
TEST_F(TicketKeysTest, DerivesTheOutputOfHkdf) {
  const auto key = keys().of(41'666);
  ASSERT_TRUE(key);
  EXPECT_TRUE(std::ranges::equal(key->name(), unhex("e4795267322642a5cc793d03424ff71a")));
  EXPECT_TRUE(
      std::ranges::equal(key->cipher(), unhex("f93185645a97586036dfe33562d9feaf8fddd9f64ac9dc6222360e3f37c2d8e2")));
  EXPECT_TRUE(
      std::ranges::equal(key->mac(), unhex("0b1011e23b5b54b16c2926962f6645308866b4884ad7b60e8e33b526d48cb937")));
}

TEST_F(TicketKeysTest, FindsTheKeysOfNeighbouringEpochsOnly) {
  const auto now = keys().current_epoch();
  EXPECT_TRUE(keys().find(keys().of(now)->name())->is_current);
  EXPECT_FALSE(keys().find(keys().of(now - 1)->name())->is_current);
  EXPECT_FALSE(keys().find(keys().of(now + 1)->name())->is_current);
  EXPECT_FALSE(keys().find(keys().of(now - 2)->name()));
  EXPECT_FALSE(keys().find(keys().of(now + 2)->name()));
}

TEST_F(TicketKeysTest, KeepsTheKeysOfThreeEpochs) {
  const TicketKeys kept = keys();
  const auto first = kept.of(41'666);
  EXPECT_EQ(kept.of(41'667)->name().size(), 16U);
  EXPECT_EQ(kept.of(41'665)->name().size(), 16U);
  EXPECT_EQ(kept.of(41'666), first);
  // The fourth takes the place of the first one, whose keys are derived anew.
  EXPECT_NE(kept.of(41'669), first);
  EXPECT_FALSE(std::ranges::equal(kept.of(41'669)->name(), first->name()));
  EXPECT_TRUE(std::ranges::equal(kept.of(41'666)->name(), first->name()));
}

TEST_F(TicketKeysTest, DoesNotFindTheKeyOfAnotherSecret) {
  const auto now = keys().current_epoch();
  EXPECT_FALSE(keys('t').find(keys('s').of(now)->name()));
}

}  // namespace
}  // namespace agent_access::test
