// The events that the loop reports, over socket pairs. A turn with a deadline in the past returns at once, so that no
// test waits.
#include "net/io/event_loop.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <string_view>
#include <vector>

namespace agent_access::net {
namespace {

class LoopRecorder final : public EventSource {
 public:
  void on_ready(Interest ready, SteadyTime) noexcept override { notified.push_back(ready); }
  std::vector<Interest> notified;
};

struct SocketPair {
  SocketPair() {
    std::array<int, 2> ends{-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    ours = Descriptor(ends[0]);
    theirs = Descriptor(ends[1]);
  }
  void send(std::string_view bytes) const {
    EXPECT_EQ(::write(theirs.number(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  Descriptor ours;
  Descriptor theirs;
};

class EventLoopTest : public testing::Test {
 protected:
  void turn() { loop_.turn(SteadyTime::min()); }
  bool want(Interest interest) { return watch_.want(pair_.ours.number(), interest); }

  EventLoop loop_;
  SocketPair pair_;
  LoopRecorder source_;
  Watch watch_{loop_, source_};
};

using Notified = std::vector<Interest>;

TEST_F(EventLoopTest, ReportsReadinessInEveryTurnWhileDataIsUnread) {
  ASSERT_TRUE(want(Interest::readable));
  turn();
  EXPECT_EQ(source_.notified, Notified{});
  pair_.send("ab");
  turn();
  turn();
  EXPECT_EQ(source_.notified, (Notified{Interest::readable, Interest::readable}));
  std::array<char, 8> room;
  EXPECT_EQ(::read(pair_.ours.number(), room.data(), room.size()), 2);
  turn();
  EXPECT_EQ(source_.notified.size(), 2U);
}

TEST_F(EventLoopTest, ReportsOnlyRequestedEvents) {
  pair_.send("a");
  ASSERT_TRUE(want(Interest::writable));
  turn();
  ASSERT_TRUE(want(Interest::both));
  turn();
  ASSERT_TRUE(want(Interest::nothing));
  turn();
  EXPECT_EQ(source_.notified, (Notified{Interest::writable, Interest::both}));
}

TEST_F(EventLoopTest, RemembersRequestedEvents) {
  EXPECT_FALSE(watch_.wants(Interest::both));
  ASSERT_TRUE(want(Interest::writable));
  EXPECT_TRUE(watch_.wants(Interest::both));
  EXPECT_TRUE(watch_.wants(Interest::writable));
  EXPECT_FALSE(watch_.wants(Interest::readable));
}

TEST_F(EventLoopTest, ABrokenSocketIsReadyForEverything) {
  ASSERT_TRUE(want(Interest::readable));
  pair_.theirs = Descriptor();
  turn();
  EXPECT_EQ(source_.notified, Notified{Interest::both});
}

TEST_F(EventLoopTest, ReportsABrokenSocketWithoutRequestedEvents) {
  ASSERT_TRUE(want(Interest::readable));
  ASSERT_TRUE(want(Interest::nothing));
  pair_.theirs = Descriptor();
  turn();
  EXPECT_EQ(source_.notified, Notified{Interest::both});
}

TEST_F(EventLoopTest, ClosingEndsTheInterest) {
  ASSERT_TRUE(want(Interest::both));
  pair_.send("a");
  pair_.ours = Descriptor();
  turn();
  EXPECT_EQ(source_.notified, Notified{});
}

TEST_F(EventLoopTest, EndsAnInterestEvenIfTheSocketIsOpenElsewhere) {
  ASSERT_TRUE(want(Interest::both));
  pair_.send("a");
  const Descriptor elsewhere(::dup(pair_.ours.number()));
  watch_.end(pair_.ours.number());
  pair_.ours = Descriptor();
  turn();
  EXPECT_EQ(source_.notified, Notified{});
  EXPECT_FALSE(watch_.wants(Interest::both));
}

TEST_F(EventLoopTest, ChangesNothingWhenTheKernelRefuses) {
  EXPECT_FALSE(watch_.want(-1, Interest::readable));
  EXPECT_EQ(errno, EBADF);
  EXPECT_FALSE(watch_.wants(Interest::both));
  EXPECT_TRUE(want(Interest::readable));
}

TEST_F(EventLoopTest, ReportsEverySourceOnceInATurn) {
  std::vector<SocketPair> pairs(20);
  std::vector<LoopRecorder> sources(20);
  std::vector<std::unique_ptr<Watch>> watches;
  for (std::size_t index = 0; index < pairs.size(); ++index) {
    watches.push_back(std::make_unique<Watch>(loop_, sources[index]));
    ASSERT_TRUE(watches.back()->want(pairs[index].ours.number(), Interest::readable));
    pairs[index].send("a");
  }
  turn();
  for (const LoopRecorder& source : sources) EXPECT_EQ(source.notified, Notified{Interest::readable});
}

}  // namespace
}  // namespace agent_access::net
