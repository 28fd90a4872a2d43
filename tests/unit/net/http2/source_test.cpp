// Responses whose bodies are read while they are sent.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "support/counted_source.hpp"
#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using test::CountedSource;
using test::SourceCounts;

class H2SourceTest : public testing::Test {
 protected:
  H2SourceTest() {
    peer_.handler.on_source = [this](http::Response& response) {
      response.source = std::make_unique<CountedSource>(size_, readable_, counts_);
    };
  }
  void get(std::uint32_t stream = 1, const std::string& method = "GET") {
    peer_.send(h2test::headers(stream, h2test::request(method, "/source")));
  }
  void open_windows(std::uint32_t size, std::uint32_t stream = 1) {
    peer_.send(h2test::window_update(0, size) + h2test::window_update(stream, size));
  }

  std::shared_ptr<SourceCounts> counts_ = std::make_shared<SourceCounts>();
  std::size_t size_ = 300'000;
  std::size_t readable_ = 300'000;
  H2Peer peer_;
};

TEST_F(H2SourceTest, SendsAsMuchAsTheWindowsAllow) {
  get();
  EXPECT_EQ(peer_.answers[1].status(), "200");
  EXPECT_EQ(peer_.answers[1].fields["content-length"], "300000");
  EXPECT_TRUE(peer_.answers[1].body == CountedSource::text(65'535));
  EXPECT_EQ(counts_->read, 65'535U);
  open_windows(400'000);
  EXPECT_TRUE(peer_.answers[1].body == CountedSource::text(300'000));
  EXPECT_TRUE(peer_.answers[1].ended);
  EXPECT_FALSE(counts_->is_alive);
  EXPECT_EQ(peer_.observer.paths, (std::vector<std::string>{"/source"}));
}

TEST_F(H2SourceTest, ReadsNothingBeyondTheOutputThatThePeerHasNotTaken) {
  const std::size_t before = peer_.connection.held_bytes();
  peer_.reading = false;
  get();
  open_windows(1'000'000);
  EXPECT_LE(counts_->read, H2Connection::kMostStreamed + 16 * kKibibyte);
  EXPECT_LE(peer_.connection.held_bytes(), before + 36 * kKibibyte);
  peer_.reading = true;
  peer_.collect(1000);
  EXPECT_TRUE(peer_.answers[1].body == CountedSource::text(300'000));
}

TEST_F(H2SourceTest, HoldsOneOutputForManyStreams) {
  size_ = readable_ = std::size_t{1} << 30U;
  peer_.send(h2test::window_update(0, 0x7fff'0000U));
  peer_.reading = false;
  const std::size_t before = peer_.connection.held_bytes();
  for (std::uint32_t stream = 1; stream < 101; stream += 2) get(stream);
  EXPECT_LE(peer_.connection.held_bytes(), before + 36 * kKibibyte + 50 * (sizeof(h2::Stream) + 1024));
}

TEST_F(H2SourceTest, ResetsTheStreamOfABodyThatEndsEarly) {
  readable_ = 40'000;
  get();
  EXPECT_EQ(peer_.answers[1].reset, NGHTTP2_INTERNAL_ERROR);
  EXPECT_FALSE(peer_.answers[1].ended);
  EXPECT_TRUE(peer_.answers[1].body == CountedSource::text(2 * 16'384));
  EXPECT_FALSE(counts_->is_alive);
  EXPECT_EQ(peer_.observer.paths, (std::vector<std::string>{"/source"}));
  // The connection goes on.
  peer_.send(get_on(3));
  EXPECT_EQ(peer_.answers[3].body, "hello world");
}

TEST_F(H2SourceTest, NeverChargesThePeerForABodyThatEndsEarly) {
  readable_ = 0;
  for (std::uint32_t stream = 1; stream < 2001; stream += 2) {
    counts_ = std::make_shared<SourceCounts>();
    get(stream);
    ASSERT_EQ(peer_.answers[stream].reset, NGHTTP2_INTERNAL_ERROR);
  }
  EXPECT_EQ(peer_.observer.abuses, 0U);
  EXPECT_EQ(peer_.goaway(), std::nullopt);
}

TEST_F(H2SourceTest, ReadsNothingForHead) {
  get(1, "HEAD");
  EXPECT_EQ(peer_.answers[1].fields["content-length"], "300000");
  EXPECT_TRUE(peer_.answers[1].ended);
  EXPECT_EQ(counts_->read, 0U);
}

TEST_F(H2SourceTest, ReleasesTheSourceWhenThePeerResetsTheStream) {
  get();
  EXPECT_TRUE(counts_->is_alive);
  peer_.send(h2test::reset(1, NGHTTP2_CANCEL));
  EXPECT_FALSE(counts_->is_alive);
}

TEST_F(H2SourceTest, ResetsAPeerThatDoesNotRead) {
  get();
  peer_.pass(std::chrono::seconds(1));  // notes the first window as progress
  peer_.pass(peer_.limits.write_deadline + std::chrono::seconds(1));
  EXPECT_EQ(peer_.answers[1].reset, NGHTTP2_CANCEL);
  EXPECT_FALSE(counts_->is_alive);
}

}  // namespace
}  // namespace agent_access::net
