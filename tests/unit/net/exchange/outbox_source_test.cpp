// Responses whose bodies are read while they are sent.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <memory>
#include <string>

#include "net/exchange/outbox.hpp"
#include "net/io/sockets.hpp"
#include "support/counted_source.hpp"

namespace agent_access::net {
namespace {

using test::CountedSource;
using test::SourceCounts;

class OutboxSourceTest : public testing::Test {
 protected:
  OutboxSourceTest() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    ours_ = Descriptor(ends[0]);
    theirs_ = Descriptor(ends[1]);
  }

  void add(std::size_t size, std::size_t readable, http::Method method = http::Method::get) {
    Outgoing& answer = outbox_.add();
    answer.request_id.bytes.fill('a');
    answer.request_id.size = 16;
    answer.method = method;
    answer.response.source = std::make_unique<CountedSource>(size, readable, counts_);
    outbox_.seal(answer, "Date: D\r\n", Persistence::implied);
  }
  static std::string head(std::size_t size) {
    return "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: " + std::to_string(size) +
           "\r\nX-Request-Id: aaaaaaaaaaaaaaaa\r\n\r\n";
  }
  /// Everything that the socket holds.
  std::string received() const {
    std::string all;
    std::array<char, 4096> bytes;
    for (ssize_t got = 0; (got = ::recv(theirs_.number(), bytes.data(), bytes.size(), 0)) > 0;) {
      all.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return all;
  }

  std::shared_ptr<SourceCounts> counts_ = std::make_shared<SourceCounts>();
  Descriptor ours_;
  Descriptor theirs_;
  Outbox outbox_;
};

TEST_F(OutboxSourceTest, SendsAShortBodyWithItsHeadAtOnce) {
  add(1000, 1000);
  EXPECT_EQ(outbox_.send(ours_.number()), Outbox::Sent::all);
  EXPECT_EQ(received(), head(1000) + CountedSource::text(1000));
}

TEST_F(OutboxSourceTest, SendsALongBodyInPiecesAsThePeerReads) {
  constexpr std::size_t kSize = 1'500'001;
  add(kSize, kSize);
  std::string all;
  for (;;) {
    const Outbox::Sent sent = outbox_.send(ours_.number());
    // Never more than a piece was read beyond what the kernel has taken.
    EXPECT_LE(head(kSize).size() + counts_->read, outbox_.sent_bytes() + Outbox::kPiece + head(kSize).size());
    all += received();
    if (sent == Outbox::Sent::all) break;
    ASSERT_EQ(sent, Outbox::Sent::blocked);
  }
  EXPECT_TRUE(all == head(kSize) + CountedSource::text(kSize));
  EXPECT_EQ(counts_->largest, Outbox::kPiece);
  EXPECT_EQ(outbox_.sent_bytes(), all.size());
}

TEST_F(OutboxSourceTest, HoldsNoMoreThanAPiece) {
  const std::size_t empty = outbox_.held_bytes();
  add(std::size_t{1} << 30U, std::size_t{1} << 30U);
  EXPECT_EQ(outbox_.send(ours_.number()), Outbox::Sent::blocked);
  EXPECT_GE(outbox_.held_bytes(), empty + Outbox::kPiece);
  EXPECT_LE(outbox_.held_bytes(), empty + Outbox::kPiece + 2048);
  outbox_.clear();
  EXPECT_LE(outbox_.held_bytes(), empty + 2048);
  EXPECT_FALSE(counts_->is_alive);
}

TEST_F(OutboxSourceTest, GivesOthersTheirTurnWhileTheSocketAcceptsMore) {
  const int buffer = 8 * 1024 * 1024;
  ASSERT_EQ(::setsockopt(ours_.number(), SOL_SOCKET, SO_SNDBUFFORCE, &buffer, sizeof buffer) == 0 ||
                ::setsockopt(ours_.number(), SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer) == 0,
            true);
  add(std::size_t{1} << 30U, std::size_t{1} << 30U);
  EXPECT_EQ(outbox_.send(ours_.number()), Outbox::Sent::blocked);
  EXPECT_LE(counts_->read, Outbox::kMostStreamed);
  const std::size_t before = outbox_.sent_bytes();
  static_cast<void>(received());
  EXPECT_EQ(outbox_.send(ours_.number()), Outbox::Sent::blocked);
  EXPECT_GT(outbox_.sent_bytes(), before);
}

TEST_F(OutboxSourceTest, FailsWhenTheBodyEndsEarly) {
  add(100'000, 70'000);
  EXPECT_EQ(outbox_.send(ours_.number()), Outbox::Sent::failed);
  // Whole pieces only: what was sent is a prefix of the body, shorter than the Content-Length.
  EXPECT_TRUE(received() == head(100'000) + CountedSource::text(2 * Outbox::kPiece));
}

TEST_F(OutboxSourceTest, ReadsNothingForHead) {
  add(100'000, 0, http::Method::head);
  EXPECT_EQ(outbox_.send(ours_.number()), Outbox::Sent::all);
  EXPECT_EQ(received(), head(100'000));
  EXPECT_EQ(counts_->read, 0U);
}

TEST_F(OutboxSourceTest, IsFullWithASource) {
  add(1, 1);
  EXPECT_TRUE(outbox_.full());
  outbox_.clear();
  EXPECT_FALSE(outbox_.full());
}

TEST_F(OutboxSourceTest, SendsWhatCameBeforeTheSource) {
  Outgoing& first = outbox_.add();
  first.request_id.bytes.fill('a');
  first.request_id.size = 16;
  first.method = http::Method::get;
  first.response.body.assign(10'000, 'x');
  outbox_.seal(first, "Date: D\r\n", Persistence::implied);
  add(100'000, 100'000);
  ASSERT_EQ(outbox_.send(ours_.number()), Outbox::Sent::all);
  EXPECT_TRUE(received() == head(10'000) + std::string(10'000, 'x') + head(100'000) + CountedSource::text(100'000));
}

}  // namespace
}  // namespace agent_access::net
