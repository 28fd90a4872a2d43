// Clients on slow links, and clients that read slowly, with many downloads at once. Time is simulated: a tick each 100
// ms.
#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <map>
#include <ostream>
#include <string>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;
using namespace std::chrono_literals;

// When a window is opened: after each frame that was read, or after half of a window.
enum class Opens { each_frame, half_windows };
// Where unread bytes are: before the socket, or in the client's memory.
enum class Waits { on_the_link, in_the_client };

struct Reader {
  const char* name;
  std::uint32_t downloads;
  std::size_t bytes_per_second;
  Opens opens;
  Waits waits;
  std::uint32_t connection_window;
};

void PrintTo(const Reader& reader, std::ostream* out) { *out << reader.name; }

class SlowClient {
 public:
  explicit SlowClient(const Reader& reader) : reader_(reader) {
    peer.reading = false;
    if (reader.connection_window > kWindow) peer.send(window_update(0, reader.connection_window - kWindow));
    std::string bytes;
    for (std::uint32_t index = 0; index < reader.downloads; ++index) {
      bytes += headers(2 * index + 1, request("GET", "/big"));
    }
    peer.send(bytes);
  }
  void tenth_of_a_second() {
    const std::size_t share = reader_.bytes_per_second / 10;
    if (reader_.waits == Waits::on_the_link) {
      peer.collect_at_most(share);
    } else {
      peer.collect();
    }
    for (Frame& frame : peer.frames) {
      if (frame.type == kData) arrived_.emplace_back(frame.stream, frame.payload.size());
      if (frame.type == kReset || frame.type == kGoaway) ++broken;
    }
    peer.frames.clear();
    std::size_t left = reader_.waits == Waits::on_the_link ? SIZE_MAX : share;
    while (left > 0 && !arrived_.empty()) {
      auto& [stream, size] = arrived_.front();
      const std::size_t taken = std::min(left, size);
      left -= taken;
      size -= taken;
      note_read(stream, taken, size == 0);
      if (size == 0) arrived_.pop_front();
    }
    peer.pass(100ms);
  }

  static constexpr std::uint32_t kWindow = 65'535;
  H2Peer peer;
  std::size_t broken = 0;
  std::size_t total = 0;

 private:
  void note_read(std::uint32_t stream, std::size_t size, bool is_whole_frame) {
    total += size;
    unopened_[0] += size;
    unopened_[stream] += size;
    open(0, is_whole_frame, reader_.connection_window);
    open(stream, is_whole_frame, kWindow);
  }
  void open(std::uint32_t window, bool is_whole_frame, std::size_t size) {
    std::size_t& read = unopened_[window];
    const bool is_due = reader_.opens == Opens::each_frame ? is_whole_frame : read >= size / 2;
    if (!is_due || read == 0) return;
    peer.send(window_update(window, static_cast<std::uint32_t>(read)));
    read = 0;
  }

  Reader reader_;
  std::deque<std::pair<std::uint32_t, std::size_t>> arrived_;
  std::map<std::uint32_t, std::size_t> unopened_;
};

class H2SlowReader : public testing::TestWithParam<Reader> {};

TEST_P(H2SlowReader, KeepsEveryDownload) {
  SlowClient client(GetParam());
  for (int tenth = 0; tenth < 3'000; ++tenth) {
    client.tenth_of_a_second();
    ASSERT_EQ(client.broken, 0U) << "after " << tenth / 10 << " s";
  }
  EXPECT_GT(client.total, GetParam().bytes_per_second * 300 * 9 / 10);
  EXPECT_EQ(client.peer.observer.abuses, 0U);
}

constexpr std::uint32_t kLarge = 16'000'000;

INSTANTIATE_TEST_SUITE_P(
    Slow, H2SlowReader,
    testing::Values(Reader{"50at25KLink", 50, 25'000, Opens::each_frame, Waits::on_the_link, 65'535},
                    Reader{"50at25KLinkLargeWindow", 50, 25'000, Opens::half_windows, Waits::on_the_link, kLarge},
                    Reader{"50at25KClient", 50, 25'000, Opens::half_windows, Waits::in_the_client, 65'535},
                    Reader{"50at25KClientLargeWindow", 50, 25'000, Opens::half_windows, Waits::in_the_client, kLarge},
                    Reader{"8at4KLink", 8, 4'000, Opens::each_frame, Waits::on_the_link, 65'535},
                    Reader{"8at4KLinkLargeWindow", 8, 4'000, Opens::half_windows, Waits::on_the_link, kLarge},
                    Reader{"8at4KClient", 8, 4'000, Opens::half_windows, Waits::in_the_client, 65'535},
                    Reader{"8at4KClientLargeWindow", 8, 4'000, Opens::half_windows, Waits::in_the_client, kLarge},
                    Reader{"100at1KLink", 100, 1'000, Opens::each_frame, Waits::on_the_link, 65'535},
                    Reader{"1at1KClient", 1, 1'000, Opens::each_frame, Waits::in_the_client, 65'535}),
    [](const auto& reader) { return reader.param.name; });

TEST(H2SlowReader, LosesItsConnectionAtTheWriteDeadlineIfItStopsReading) {
  SlowClient client({"", 50, 25'000, Opens::each_frame, Waits::on_the_link, 65'535});
  for (int tenth = 0; tenth < 600; ++tenth) client.tenth_of_a_second();
  ASSERT_EQ(client.broken, 0U);
  client.peer.pass(29s);
  EXPECT_FALSE(client.peer.connection.is_finished());
  client.peer.pass(1s);
  EXPECT_TRUE(client.peer.connection.is_finished());
}

TEST(H2SlowReader, LosesAStreamThatItDoesNotReadWhileItReadsTheOthers) {
  H2Peer peer;
  peer.send(window_update(0, 1'000'000));
  for (std::uint32_t stream = 1; stream < 9; stream += 2) peer.send(headers(stream, request("GET", "/big")));
  for (int second = 0; second < 40; ++second) {
    for (std::uint32_t stream = 3; stream < 9; stream += 2) {
      peer.send(window_update(0, 8'000) + window_update(stream, 8'000));
    }
    peer.pass(1s);
  }
  EXPECT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kCancel));
  for (std::uint32_t stream = 3; stream < 9; stream += 2) EXPECT_EQ(peer.answers[stream].reset, std::nullopt);
  EXPECT_EQ(peer.goaway(), std::nullopt);
}

// As a client on a slow link does: it reads nothing while its buffers are full, and then one stream after the other.
TEST(H2SlowReader, KeepsTheStreamThatItReadsLastAfterAPause) {
  H2Peer peer;
  peer.send(window_update(0, 1'000'000));
  for (std::uint32_t stream = 1; stream < 9; stream += 2) peer.send(headers(stream, request("GET", "/big")));
  for (int second = 0; second < 60; ++second) peer.pass(1s);
  for (int chunk = 0; chunk < 10; ++chunk) {
    for (std::uint32_t stream = 1; stream < 7; stream += 2) peer.send(window_update(stream, 60'000));
  }
  for (int tenth = 0; tenth < 20; ++tenth) peer.pass(100ms);
  EXPECT_EQ(peer.answers[7].reset, std::nullopt);
  EXPECT_EQ(peer.goaway(), std::nullopt);
}

TEST(H2SlowReader, LosesStreamsIfItNeverOpensTheConnectionWindow) {
  H2Peer peer;
  peer.send(settings({{4, 1'000'000}}) + headers(1, request("GET", "/big")));
  for (int second = 0; second < 30; ++second) peer.pass(1s);
  EXPECT_EQ(peer.answers[1].body.size(), 65'535U);
  EXPECT_EQ(peer.answers[1].reset, std::nullopt);
  peer.pass(1s);
  EXPECT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kCancel));
}

TEST(H2SlowReader, GetsItsOtherResponsesAfterTooManyStalls) {
  H2Peer peer;
  std::string bytes = settings({{4, 0}}) + headers(1, request("GET", "/big"));
  for (std::uint32_t stream = 3; stream <= 27; stream += 2) bytes += headers(stream, request("GET", "/big"));
  peer.send(bytes);
  for (int second = 0; second < 31; ++second) {
    peer.send(window_update(0, 60'000) + window_update(1, 30'000));
    peer.pass(1s);
  }
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
  EXPECT_EQ(peer.observer.abuses, 1U);
  EXPECT_EQ(peer.answers[3].reset, std::optional<std::uint32_t>(kCancel));
  EXPECT_FALSE(peer.connection.is_finished());
  peer.send(window_update(0, 1'000'000) + window_update(1, 1'000'000));
  EXPECT_EQ(peer.answers[1].body.size(), std::size_t{1} << 20U);
  EXPECT_TRUE(peer.connection.is_finished());
}

}  // namespace
}  // namespace agent_access::net
