#include "oauth/key_schedule.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "unit/oauth/forge.hpp"

namespace agent_access::oauth {
namespace {

using test::at;
using test::kEpochEnd;
using test::kEpochStart;
using test::make_master;
using test::make_masters;
using test::make_schedule;
using test::take;

// Keys made for this test.
const std::string kFirstPem =
    "-----BEGIN PRIVATE KEY-----\n"
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzWx8QsYFnM1NF9AW\n"
    "GvGSfUI2yhjT1BDvzolo3tB5V/6hRANCAATHcVDTTI8RUw8OlDqqkKhVxuRBgBVF\n"
    "4g6ayghNhoPbAtHwiKsjtduwja7BIgfWEXDujfuHjthOmkeIM+Jx05hD\n"
    "-----END PRIVATE KEY-----\n";
const std::string kSecondPem =
    "-----BEGIN PRIVATE KEY-----\n"
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW7g6efJ2/sh0qU0D\n"
    "Aov/E4LGgDvKItFQyKOJZDc3ZpuhRANCAAR6RUnxIcTmrvgOH3stobvvMzR1l6Ts\n"
    "sMzNGmDp47XJ25JhkrdkKWYfZxkx3qZj5H+7AaDex351AMBajQACQMkJ\n"
    "-----END PRIVATE KEY-----\n";
const std::string kP384Pem =
    "-----BEGIN PRIVATE KEY-----\n"
    "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAAAAAAAAAAAAAAAAAA\n"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWhZANiAAQR3iSiwlHHd1c8\n"
    "rF6gJeRn8gjlHb/5j8VPZmHL5WWDsDeIL0ocopfmCrzbw4NthLyPppbHdED5LQ9Y\n"
    "N+kKAOfFKEtEd1TV3uiMmGUztpAa6zF3aG0K6PszGEQUq+bBcTo=\n"
    "-----END PRIVATE KEY-----\n";

std::vector<std::string> key_ids(const KeySchedule& schedule) {
  std::vector<std::string> ids;
  for (const auto& key : schedule.keys()) ids.push_back(key.key_id.text());
  return ids;
}

using Ids = std::vector<std::string>;

TEST(DeriveEpochKey, GivesThePublishedKey) {
  const auto key = take(derive_epoch_key(make_master(0), 1, test::kWeek, 2839));
  EXPECT_EQ(key.key_id.text(), "Qje8HMBbkoAVGtAJQqaAQr9lgm8LX03UQccBiRdJhG4");
  EXPECT_EQ(base::base64url_encode(key.key.public_key().x()), "35MTR1qVagxfPrb-SdVBmvQuqeIsz9xGvrOVJpBkNgk");
  EXPECT_EQ(base::base64url_encode(key.key.public_key().y()), "-ZFiKgkgufZVGk0SGAkX-rI0c6JHS12yu5d5OXXzR8M");
}

TEST(DeriveEpochKey, DependsOnGenerationEpochAndMaster) {
  EXPECT_EQ(take(derive_epoch_key(make_master(0), 2, test::kWeek, 2839)).key_id.text(),
            "Aat7r6j3ul_Spk5fYCM79psjeGYRnEFy9IIRGT4reKg");
  EXPECT_EQ(take(derive_epoch_key(make_master(0), 1, test::kWeek, 0)).key_id.text(),
            "TDsgzmFhiekXMnAGuQSHi43W_OxJFD4elq_drfqPq-g");
  EXPECT_EQ(take(derive_epoch_key(make_master(0), 1, test::kWeek, -1)).key_id.text(),
            "CnP3mmwf9daSFC9DfsU4VyRnH6JTIl7FKp7SFbh2_7k");
  EXPECT_EQ(take(derive_epoch_key(make_master(0x40), 1, test::kWeek, 2839)).key_id.text(),
            "M1btqhALzgMogyK4uWvmQX75jixOvxOt9bzxFMLROJg");
}

TEST(DeriveEpochKey, SignsInItsEpochAndIsPublishedAroundIt) {
  const auto key = take(derive_epoch_key(make_master(0), 1, test::kWeek, 2839));
  EXPECT_EQ(key.signs_from, at(1717027200));
  EXPECT_EQ(key.signs_until, at(1717632000));
  EXPECT_EQ(key.published_from, at(1716422400));
  EXPECT_EQ(key.published_until, at(1717632960));
}

TEST(DeriveEpochKey, RefusesEpochsBeyondTheCalendar) {
  const auto master = make_master(0);
  for (const std::int64_t epoch : {INT64_MAX, INT64_MIN, std::int64_t{1653440}, std::int64_t{-1653440}}) {
    const auto key = derive_epoch_key(master, 1, test::kWeek, epoch);
    ASSERT_FALSE(key.has_value()) << epoch;
    EXPECT_EQ(test::fault_of(key), KeyFault::no_keys);
  }
  EXPECT_TRUE(derive_epoch_key(master, 1, test::kWeek, 1653439).has_value());
  EXPECT_TRUE(derive_epoch_key(master, 1, test::kWeek, -1653439).has_value());
  EXPECT_FALSE(derive_epoch_key(master, 1, std::chrono::seconds{0}, 1).has_value());
  EXPECT_FALSE(derive_epoch_key(master, 1, std::chrono::seconds{-5}, 1).has_value());
  EXPECT_FALSE(derive_epoch_key(master, 1, std::chrono::seconds::max(), 0).has_value());
}

TEST(DeriveSchedule, HasThePreviousTheCurrentAndTheNextKeyJustAfterABoundary) {
  const auto schedule = make_schedule({0}, kEpochStart);
  EXPECT_EQ(key_ids(schedule),
            (Ids{std::string(test::kPreviousKid), std::string(test::kCurrentKid), std::string(test::kNextKid)}));
  EXPECT_EQ(schedule.valid_until(), at(kEpochStart + 960));
  EXPECT_EQ(schedule.next_rotation(), at(kEpochEnd));
}

TEST(DeriveSchedule, DropsThePreviousKey960SecondsAfterTheBoundary) {
  EXPECT_EQ(make_schedule({0}, kEpochStart + 959).keys().size(), 3U);
  const auto schedule = make_schedule({0}, kEpochStart + 960);
  EXPECT_EQ(key_ids(schedule), (Ids{std::string(test::kCurrentKid), std::string(test::kNextKid)}));
  EXPECT_EQ(schedule.valid_until(), at(kEpochEnd));
  EXPECT_EQ(schedule.next_rotation(), at(kEpochEnd));
}

TEST(DeriveSchedule, SignsWithTheNextKeyFromTheBoundary) {
  const auto before = make_schedule({0}, kEpochEnd - 1);
  EXPECT_EQ(before.next_rotation(), at(kEpochEnd));
  EXPECT_EQ(key_ids(before), (Ids{std::string(test::kCurrentKid), std::string(test::kNextKid)}));
  const auto after = make_schedule({0}, kEpochEnd);
  EXPECT_EQ(key_ids(after), (Ids{std::string(test::kCurrentKid), std::string(test::kNextKid),
                                 "SxGjOeWSE5cFgky7lmCdpDn1D2UWVXWZdsAOVfYKkTY"}));
  EXPECT_EQ(after.next_rotation(), at(kEpochEnd + 604800));
}

TEST(DeriveSchedule, WorksAtTheStartOf1970) {
  const auto schedule = make_schedule({0}, 0);
  ASSERT_EQ(schedule.keys().size(), 3U);
  EXPECT_EQ(schedule.keys().front().key_id.text(), "CnP3mmwf9daSFC9DfsU4VyRnH6JTIl7FKp7SFbh2_7k");
  EXPECT_EQ(schedule.keys().front().signs_until, at(0));
  EXPECT_EQ(schedule.valid_until(), at(960));
}

TEST(DeriveSchedule, BeginsAnEpochBefore1970AtItsFirstSecond) {
  // Epoch -1 covers the week that ends with 1969.
  const auto first_second = make_schedule({0}, -604800);
  EXPECT_EQ(first_second.next_rotation(), at(0));
  EXPECT_EQ(first_second.keys().front().signs_until, at(-604800));
  EXPECT_EQ(make_schedule({0}, -604801).next_rotation(), at(-604800));
  EXPECT_EQ(make_schedule({0}, -1).next_rotation(), at(0));
}

TEST(DeriveSchedule, EndsAtTheLargestSupportedTime) {
  // 277,777,777 epochs of an hour fit into 10^12 seconds, and the next one must be known too.
  const auto masters = make_masters({0});
  const std::int64_t last = 277'777'777LL * 3600;
  EXPECT_TRUE(KeySchedule::derive(masters, 1, std::chrono::hours{1}, at(last - 3600)));
  EXPECT_EQ(test::fault_of(KeySchedule::derive(masters, 1, std::chrono::hours{1}, at(last))), KeyFault::no_keys);
  EXPECT_EQ(test::fault_of(KeySchedule::derive(masters, 1, std::chrono::hours{1}, at(-last - 7200))),
            KeyFault::no_keys);
}

TEST(DeriveSchedule, HasEveryAcceptedKeyWhenRotationIsShort) {
  // Epochs of 10 s at t = 10000: published are those that end after 9040 and the next, 904 to 1001.
  const auto schedule = take(KeySchedule::derive(make_masters({0}), 1, std::chrono::seconds{10}, at(10000)));
  ASSERT_EQ(schedule.keys().size(), 98U);
  EXPECT_EQ(schedule.keys().front().signs_from, at(9040));
  EXPECT_EQ(schedule.keys().front().published_until, at(10010));
  EXPECT_EQ(schedule.keys().back().signs_from, at(10010));
  EXPECT_EQ(schedule.valid_until(), at(10010));
}

TEST(DeriveSchedule, IsTheSameOnEveryReplica) {
  EXPECT_EQ(key_ids(make_schedule({0}, kEpochStart + 7)), key_ids(make_schedule({0}, kEpochStart + 900)));
  EXPECT_NE(key_ids(make_schedule({0})), key_ids(make_schedule({1})));
}

TEST(DeriveSchedule, PublishesTheKeysOfPreviousMastersWithoutSigning) {
  const auto schedule = make_schedule({0, 0x40});
  EXPECT_EQ(key_ids(schedule),
            (Ids{"Qje8HMBbkoAVGtAJQqaAQr9lgm8LX03UQccBiRdJhG4", "M1btqhALzgMogyK4uWvmQX75jixOvxOt9bzxFMLROJg",
                 "qkxjacsGVduwkpisNUUzkNMnVf06qyBV8ZCFuFlfHtQ", "UzURsZ61Nvr9jyQPfRhYtaOYLgZsIX6_0i2tE_7PqAs"}));
  const auto& old_key = schedule.keys()[1];
  EXPECT_EQ(old_key.signs_from, old_key.signs_until);
  EXPECT_EQ(old_key.published_from, at(1716422400));
  EXPECT_EQ(old_key.published_until, at(1717632960));
  EXPECT_LT(schedule.keys()[0].signs_from, schedule.keys()[0].signs_until);
}

TEST(DeriveSchedule, HasAKeyOnceWhenAMasterIsGivenTwice) {
  EXPECT_EQ(key_ids(make_schedule({0, 0})), key_ids(make_schedule({0})));
}

TEST(DeriveSchedule, ReplacesEveryKeyWithTheGeneration) {
  const auto before = key_ids(make_schedule({0}, kEpochStart, 1));
  const auto after = key_ids(make_schedule({0}, kEpochStart, 2));
  ASSERT_EQ(before.size(), 3U);
  ASSERT_EQ(after.size(), 3U);
  for (const auto& id : after) EXPECT_EQ(std::ranges::count(before, id), 0) << id;
}

TEST(DeriveSchedule, NeedsAMasterAndARotation) {
  EXPECT_EQ(test::fault_of(KeySchedule::derive({}, 1, test::kWeek, at(0))), KeyFault::no_keys);
  EXPECT_EQ(test::fault_of(KeySchedule::derive(make_masters({0}), 1, std::chrono::seconds{0}, at(0))),
            KeyFault::no_keys);
  EXPECT_EQ(test::fault_of(KeySchedule::derive(make_masters({0}), 1, test::kWeek, at(2'000'000'000'000))),
            KeyFault::no_keys);
}

base::SecretBytes secret(std::string_view text) { return base::SecretBytes(base::bytes_of(text)); }

TEST(ScheduleFromPem, SignsWithTheFirstKeyAndPublishesAllWithoutEnd) {
  const std::array pems{secret(kFirstPem), secret(kSecondPem), secret(kFirstPem)};
  const auto schedule = take(KeySchedule::from_pem(pems));
  EXPECT_EQ(key_ids(schedule),
            (Ids{"g-9t8bWpdY9mlrQlmtr8l_0N0DIDoH_ATz7JNHrYmQA", "EaT8kXWd9LE2wuCfMzmhzY2uJ4ek4FV55g-wIMbATwg"}));
  EXPECT_EQ(schedule.keys()[0].signs_from, Seconds::min());
  EXPECT_EQ(schedule.keys()[0].signs_until, Seconds::max());
  EXPECT_EQ(schedule.keys()[1].signs_from, schedule.keys()[1].signs_until);
  EXPECT_EQ(schedule.keys()[1].published_from, Seconds::min());
  EXPECT_EQ(schedule.keys()[1].published_until, Seconds::max());
  EXPECT_EQ(schedule.valid_until(), Seconds::max());
  EXPECT_EQ(schedule.next_rotation(), Seconds::max());
}

TEST(ScheduleFromPem, RefusesTextThatIsNotAP256PrivateKey) {
  EXPECT_EQ(test::fault_of(KeySchedule::from_pem({})), KeyFault::no_keys);
  for (const auto& bad : {std::string(), std::string("no PEM"), kP384Pem, kFirstPem.substr(0, 100)}) {
    const std::array pems{secret(kFirstPem), secret(bad)};
    const auto schedule = KeySchedule::from_pem(pems);
    ASSERT_FALSE(schedule.has_value());
    EXPECT_EQ(test::fault_of(schedule), KeyFault::invalid_pem);
  }
}

/// A schedule has no keys after a move: its use gives a fault, not a verifier without
/// keys.
TEST(ScheduleWithoutKeys, CannotVerifyOrSign) {
  KeySchedule schedule = make_schedule({0});
  const KeySchedule moved = std::move(schedule);
  ASSERT_FALSE(moved.keys().empty());
  EXPECT_EQ(test::fault_of(BearerVerifier::create(schedule, test::base_urls())), KeyFault::no_keys);
  EXPECT_EQ(test::fault_of(TokenIssuer::create(schedule, test::base_urls())), KeyFault::no_keys);
}

TEST(SigningKey, IsTheKeyOfTheEpochAndOfTheFirstMaster) {
  for (const auto now : {at(kEpochStart), at(kEpochStart + 959), at(kEpochStart + 960), at(kEpochEnd - 1)}) {
    EXPECT_EQ(take(KeySchedule::derive(make_masters({0, 1}), 1, test::kWeek, now)).signing_key().key_id.text(),
              "Qje8HMBbkoAVGtAJQqaAQr9lgm8LX03UQccBiRdJhG4");
  }
  const auto next = take(KeySchedule::derive(make_masters({0, 1}), 1, test::kWeek, at(kEpochEnd)));
  EXPECT_EQ(next.signing_key().key_id, take(derive_epoch_key(make_master(0), 1, test::kWeek, 2840)).key_id);
}

TEST(SigningKey, IsTheFirstOfTheFiles) {
  std::vector<base::SecretBytes> pems;
  for (const auto& pem : {kFirstPem, kSecondPem}) pems.push_back(secret(pem));
  const auto schedule = take(KeySchedule::from_pem(pems));
  EXPECT_EQ(schedule.signing_key().key_id, schedule.keys().front().key_id);
}

}  // namespace
}  // namespace agent_access::oauth
