// Tokens across epochs, masters and generations: KeySchedule, TokenIssuer and BearerVerifier together.
#include <string>

#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using test::at;
using test::base_urls;
using test::good_claims;
using test::good_header;
using test::kEpochEnd;
using test::kEpochStart;
using test::kNow;
using test::make_schedule;
using test::sign;
using test::take;
using test::verdict_of;

BearerVerifier make_verifier(const KeySchedule& schedule) {
  return take(BearerVerifier::create(schedule, base_urls()));
}

std::string issue(const KeySchedule& schedule, std::int64_t now) {
  auto issuer = take(TokenIssuer::create(schedule, base_urls()));
  test::ScriptedRandom random;
  return take(issuer.issue(*base::parse_uuid(test::kClientId), test::kProfileScope, 0, at(now), random)).access_token;
}

/// A token that the key of epoch 2838 signed after the end of the epoch, which no issuer makes: only the key's
/// window can refuse it.
std::string late_token_of_previous_epoch() {
  return sign(good_header(test::kPreviousKid).text(), good_claims(kEpochStart + 100).text(), test::epoch_key(2838));
}

TEST(EpochBoundary, ATokenIsAccepted899SecondsIntoTheNextEpoch) {
  const std::string token = issue(make_schedule({0}, kEpochStart - 1), kEpochStart - 1);
  auto next = make_verifier(make_schedule({0}, kEpochStart));
  EXPECT_EQ(verdict_of(next, token, kEpochStart), "accepted");
  EXPECT_EQ(verdict_of(next, token, kEpochStart + 898), "accepted");
  EXPECT_EQ(verdict_of(next, token, kEpochStart + 899), "expired");
}

TEST(EpochBoundary, APreviousKeyIsAcceptedFor960Seconds) {
  const std::string token = late_token_of_previous_epoch();
  auto fresh = make_verifier(make_schedule({0}, kEpochStart));
  EXPECT_EQ(verdict_of(fresh, token, kEpochStart + 959), "accepted");
  EXPECT_EQ(verdict_of(fresh, token, kEpochStart + 960), "invalid_signature");
  auto last = make_verifier(make_schedule({0}, kEpochStart + 959));
  EXPECT_EQ(verdict_of(last, token, kEpochStart + 959), "accepted");
  auto rebuilt = make_verifier(make_schedule({0}, kEpochStart + 960));
  EXPECT_EQ(verdict_of(rebuilt, token, kEpochStart + 960), "invalid_signature");
}

TEST(EpochBoundary, ALateRebuildAcceptsNoRetiredKey) {
  auto late = make_verifier(make_schedule({0}, kEpochStart - 3600));
  EXPECT_EQ(verdict_of(late, late_token_of_previous_epoch(), kEpochStart + 959), "accepted");
  EXPECT_EQ(verdict_of(late, late_token_of_previous_epoch(), kEpochStart + 960), "invalid_signature");
}

TEST(EpochBoundary, AReplicaWithASlowClockAcceptsTheNextKey) {
  const std::string token = issue(make_schedule({0}, kEpochEnd), kEpochEnd);
  auto lagging = make_verifier(make_schedule({0}, kEpochEnd - 60));
  EXPECT_EQ(verdict_of(lagging, token, kEpochEnd - 60), "accepted");
  EXPECT_EQ(verdict_of(lagging, token, kEpochEnd - 61), "invalid_claims");
}

TEST(EpochBoundary, AKeyIsNotAcceptedBeforeItIsPublished) {
  const std::string token =
      sign(good_header(test::kNextKid).text(), good_claims(kEpochStart).text(), test::epoch_key(2840));
  auto verifier = make_verifier(make_schedule({0}, kEpochStart));
  EXPECT_EQ(verdict_of(verifier, token, kEpochStart), "accepted");
  EXPECT_EQ(verdict_of(verifier, token, kEpochStart - 1), "invalid_signature");
}

TEST(EpochBoundary, ValidSignaturesOfKeysOutsideTheTableAreRefused) {
  auto verifier = make_verifier(make_schedule({0}));
  for (const std::int64_t epoch : {2837, 2838, 2841, 0, -1}) {
    const auto key = take(derive_epoch_key(test::make_master(0), 1, test::kWeek, epoch));
    EXPECT_EQ(verdict_of(verifier, sign(good_header(key.key_id.text()).text(), good_claims().text(), key.key)),
              "invalid_signature")
        << epoch;
  }
}

TEST(Replicas, WithOneMasterAcceptEachOthersTokens) {
  const std::string token = issue(make_schedule({0}), kNow);
  auto other = make_verifier(make_schedule({0}, kNow + 30));
  EXPECT_EQ(verdict_of(other, token, kNow + 30), "accepted");
}

TEST(MasterChange, AcceptsTokensOfThePreviousMasterWhileItIsListed) {
  const std::string token = issue(make_schedule({0}), kNow);
  auto overlap = make_verifier(make_schedule({0x40, 0}));
  EXPECT_EQ(verdict_of(overlap, token), "accepted");
  auto replaced = make_verifier(make_schedule({0x40}));
  EXPECT_EQ(verdict_of(replaced, token), "invalid_signature");
}

TEST(MasterChange, AReplicaThatStillSignsWithThePreviousMasterIsAcceptedAcrossABoundary) {
  const std::string token = issue(make_schedule({0}, kEpochEnd), kEpochEnd);
  auto overlap = make_verifier(make_schedule({0x40, 0}, kEpochEnd - 1));
  EXPECT_EQ(verdict_of(overlap, token, kEpochEnd), "accepted");
}

TEST(GenerationChange, RefusesEveryEarlierToken) {
  const std::string token = issue(make_schedule({0}, kNow, 1), kNow);
  auto verifier = make_verifier(make_schedule({0}, kNow, 2));
  EXPECT_EQ(verdict_of(verifier, token), "invalid_signature");
  EXPECT_EQ(verdict_of(verifier, issue(make_schedule({0}, kNow, 2), kNow)), "accepted");
}

}  // namespace
}  // namespace agent_access::oauth
