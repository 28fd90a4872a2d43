// A server that replies wrongly: 10,000 times, in ways and with values that a seed selects, and without being asked.
#include <gtest/gtest.h>
#include <malloc.h>

#include <array>
#include <filesystem>
#include <latch>
#include <numeric>
#include <random>
#include <utility>

#include "limit/rate_limiter.hpp"
#include "limit/shared/redis_reconciler.hpp"
#include "support/fixed_ports.hpp"
#include "unit/limit/shared/fake_redis.hpp"

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;
using test::FakeRedis;
using test::RawReply;
using test::row_of;
using test::Words;

constexpr std::uint64_t kWrongReplies = 10'000;

/// Other replicas used the whole budget of each client of a call.
constexpr auto kUsedUp = [](const Words& call) {
  return std::vector<std::int64_t>(test::names_of(call).size(), 60'000'000);
};

struct WrongReply {
  std::string bytes;
  RedisFault fault;
  bool may_come_in_pieces = true;
  bool closes = false;
};

/// Wrong replies to any command.
class WrongReplies {
 public:
  WrongReply next(const Words& command) {
    const bool is_call = command.front() == "EVALSHA";
    const auto keys = is_call ? std::stoul(command[2]) : 0;
    const std::string right = is_call ? row_of(std::vector<std::int64_t>(keys)) : "+OK\r\n" + test::kScriptId;
    // Seldom, because it takes long.
    if (upto(500) == 0) return {"$536870912\r\n" + std::string(300'000, 'x'), RedisFault::garbled, false};
    switch (upto(17)) {
      case 0:
        return {text(1, 400), RedisFault::garbled};  // no letter begins a reply
      case 1:
        return {repeated("*1\r\n", 2 + upto(9)) + ":1\r\n", RedisFault::garbled};
      case 2:
        return {"*" + std::to_string(65 + upto(1'000'000'000)) + "\r\n", RedisFault::garbled};
      case 3:
        return {"*-" + std::to_string(2 + upto(1'000'000)) + "\r\n", RedisFault::garbled};
      case 4:
        return {"$-" + std::to_string(2 + upto(1'000'000)) + "\r\n", RedisFault::garbled};
      case 5:
        return {upto(2) == 0 ? "$-1\r\n" : "*-1\r\n", RedisFault::garbled};
      case 6:
        return {":" + std::string(20 + upto(20), '9') + "\r\n", RedisFault::garbled};
      case 7:
        return {"*1\r\n$1\r\n1\r\n", RedisFault::garbled};
      case 8:
        return {"#t\r\n", RedisFault::garbled};
      case 9:
        return {":" + std::to_string(upto(1'000)) + "\r\n", RedisFault::wrong_answer};
      case 10:
        return {"+" + text(3, 300) + "\r\n", RedisFault::wrong_answer};
      case 11:
        return {row_of(std::vector<std::int64_t>(keys + 1)), RedisFault::wrong_answer};
      case 12:
        return {row_of(std::vector<std::int64_t>(keys, out_of_range())), RedisFault::wrong_answer};
      // Replies to more commands than were sent. In one piece, or the last ones may come after the exchange.
      case 13:
        return {right + repeated(right, 1 + upto(50)), RedisFault::wrong_answer, false};
      case 14:
        return error();
      case 15:
        return {right.substr(0, right.size() - 1 - upto(4)), RedisFault::connection_lost, true, true};
      default:
        return {"", RedisFault::connection_lost, true, true};
    }
  }
  std::uint64_t upto(std::uint64_t end) { return random_() % end; }

 private:
  WrongReply error() {
    const std::array<WrongReply, 7> errors{{{"OOM", RedisFault::full},
                                            {"READONLY", RedisFault::read_only},
                                            {"LOADING", RedisFault::starting},
                                            {"NOSCRIPT", RedisFault::script_missing},
                                            {"NOAUTH", RedisFault::credentials_refused},
                                            {"", RedisFault::error_answer},
                                            {text(3, 20), RedisFault::error_answer}}};
    WrongReply chosen = errors.at(upto(errors.size()));
    chosen.bytes = "-" + chosen.bytes + " " + text(0, 300) + "\r\n";
    return chosen;
  }
  /// Below zero, or above any debt.
  std::int64_t out_of_range() {
    const auto any = static_cast<std::int64_t>(random_() >> 1U);
    return upto(2) == 0 ? -1 - any : std::max<std::int64_t>(any, 1'000'000'000'000);
  }
  std::string text(std::uint64_t least, std::uint64_t most) {
    std::string letters(least + upto(most - least), ' ');
    for (char& letter : letters) letter = static_cast<char>('a' + upto(26));
    return letters;
  }
  static std::string repeated(const std::string& part, std::uint64_t count) {
    std::string all;
    for (; count != 0; --count) all += part;
    return all;
  }

  std::mt19937_64 random_{3};
};

/// What this process uses.
struct Use {
  std::size_t bytes = 0;
  std::ptrdiff_t descriptors = 0;

  static Use now() {
    const auto heap = ::mallinfo2();
    return {heap.uordblks + heap.hblkhd, std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {})};
  }
};

class WrongRepliesTest : public testing::Test {
 protected:
  bool is_admitted(std::string_view client) {
    return limiter_.charge(policy_, base::IpAddress::parse(client).value(), clock_.now()).is_allowed();
  }

  /// Each connection has one wrong reply, to a command that is selected when it begins.
  RawReply answer(const Words& command) {
    if (command.front() == "SELECT") begin();
    if (is_done_) return {};
    if (sent_ == kWrongReplies || command.front() != wrong_command_) return test::right_reply(command, kUsedUp);
    is_done_ = true;
    if (sent_++ % 500 == 0) admitted_ += is_admitted("203.0.113.7") ? 1 : 0;
    auto [bytes, fault, may_come_in_pieces, closes] = wrong_.next(command);
    ++expected_[static_cast<std::size_t>(fault)];
    return {std::move(bytes), may_come_in_pieces && wrong_.upto(16) == 0, closes};
  }
  void begin() {
    is_done_ = false;
    wrong_command_ = wrong_.upto(2) == 0 ? "SELECT" : "EVALSHA";
    if (sent_ == 1'000) early_ = Use::now();
    if (sent_ < kWrongReplies) return;
    late_ = Use::now();
    // So that the first batch has a debt.
    EXPECT_TRUE(is_admitted("203.0.113.8"));
  }

  agent_access::test::FixedMonotonicClock clock_;
  Policy policy_{.requests = 10, .window = 60s, .wide_networks = {}, .trusted = {}, .ceiling = 0};
  RateLimiter limiter_{HashKey{std::byte{5}}, 1024};

  WrongReplies wrong_;
  std::string wrong_command_;
  bool is_done_ = false;
  std::uint64_t sent_ = 0;
  int admitted_ = 0;
  std::array<std::uint64_t, kRedisFaultCount> expected_{};
  Use early_{};
  Use late_{};
};

TEST_F(WrongRepliesTest, AreCountedAndLeaveNothingBehind) {
  FakeRedis redis(FakeRedis::Answer([this](const Words& command) { return answer(command); }));
  std::latch is_in_step{1};
  std::vector<bool> reports;
  const auto report = [&](bool in_step, std::string_view) {
    reports.push_back(in_step);
    if (in_step) is_in_step.count_down();
  };
  RedisReconciler reconciler(redis.target(), limiter_.table(),
                             {.key_spaces = {{"one:", {}}}, .deadline = 60s, .longest_wait = 0ms}, clock_, report);
  ASSERT_TRUE(reconciler.start());
  is_in_step.wait();
  reconciler.stop();
  redis.end();

  EXPECT_EQ(reports, (std::vector{false, true}));
  const FleetStatus& status = reconciler.status();
  for (std::size_t i = 0; i < kRedisFaultCount; ++i) {
    const auto fault = static_cast<RedisFault>(i);
    EXPECT_EQ(status.failures(fault), expected_[i]) << name(fault);
  }
  EXPECT_EQ(std::accumulate(expected_.begin(), expected_.end(), std::uint64_t{0}), kWrongReplies);
  EXPECT_EQ(late_.descriptors, early_.descriptors);
  EXPECT_LT(late_.bytes, early_.bytes + 64UL * 1024UL);
  EXPECT_EQ(admitted_, 10) << "of 20 requests of one client";
  EXPECT_FALSE(is_admitted("203.0.113.7")) << "its debt is kept";
  EXPECT_FALSE(is_admitted("203.0.113.8")) << "a right reply counts at once";
  for (int left = 9; left >= 0; --left) EXPECT_TRUE(is_admitted("203.0.113.9")) << left;
}

TEST_F(WrongRepliesTest, AreNotTakenForTheReplyToTheNextBatch) {
  std::latch has_third_call{1};
  int calls = 0;
  FakeRedis redis([&](const Words& call) {
    if (++calls == 3) has_third_call.count_down();
    return std::vector<std::int64_t>(test::names_of(call).size());
  });
  bool is_first = true;
  const auto report = [&](bool, std::string_view) {
    if (!std::exchange(is_first, false)) return;
    EXPECT_TRUE(is_admitted("203.0.113.8"));
    redis.send_unasked(row_of({60'000'000}));
  };
  RedisReconciler reconciler(redis.target(), limiter_.table(),
                             {.key_spaces = {{"one:", {}}}, .deadline = 60s, .heartbeat = 0ms, .longest_wait = 0ms},
                             clock_, report);
  ASSERT_TRUE(reconciler.start());
  has_third_call.wait();
  reconciler.stop();
  EXPECT_EQ(reconciler.status().failures(RedisFault::connection_lost), 1U);
  for (int left = 8; left >= 0; --left) EXPECT_TRUE(is_admitted("203.0.113.8")) << left;
}

}  // namespace
}  // namespace agent_access::limit
