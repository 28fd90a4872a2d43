// A connection that a trusted proxy shares among its clients: each client is charged for its own streams.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;
using namespace std::chrono_literals;

const std::string kAttacker = "198.51.100.66";
const std::string kVictim = "203.0.113.5";

struct H2Shared : testing::Test {
  static Limits of_long_connections() {
    Limits limits;
    limits.requests_per_connection = 1'000'000;
    return limits;
  }
  [[nodiscard]] static Pairs asked(const std::string& client, std::string method = "GET", std::string path = "/") {
    return request(std::move(method), std::move(path), {{"x-forwarded-for", client}});
  }
  std::uint32_t next() { return stream_ += 2; }
  // Sends a whole request; returns the response so far.
  H2Answer& ask(const std::string& client, const std::string& method = "GET", const std::string& path = "/") {
    const std::uint32_t stream = next();
    proxy.send(headers(stream, asked(client, method, path)));
    return proxy.answers[stream];
  }
  void cancel(const std::string& client) {
    const std::uint32_t stream = next();
    proxy.send(headers(stream, asked(client, "POST"), kEndHeaders) + reset(stream));
  }
  void use_up(const std::string& client) {
    for (int count = 0; count < 101; ++count) cancel(client);
  }

  H2Peer proxy{H2Peer::Start::greeted, of_long_connections(), {*base::Network::parse("192.0.2.0/24")}};

 private:
  std::uint32_t stream_ = static_cast<std::uint32_t>(-1);
};

TEST_F(H2Shared, SendsAClientItsResponseWhileAnotherClientCancels) {
  const std::uint32_t download = next();
  proxy.send(headers(download, asked(kVictim, "GET", "/big")));
  for (int count = 0; count < 3'000; ++count) {
    cancel(kAttacker);
    if (count % 100 != 0) continue;
    EXPECT_EQ(ask(kVictim).status(), "200");
    proxy.send(window_update(0, 40'000) + window_update(download, 40'000));
  }
  EXPECT_EQ(proxy.goaway(), std::nullopt);
  EXPECT_EQ(proxy.answers[download].body, std::string(1 << 20, 'b'));
  EXPECT_TRUE(proxy.answers[download].ended);
  EXPECT_EQ(proxy.observer.abuses, 0U);
}

TEST_F(H2Shared, GivesARefusedClient429OnEveryConnectionForTenSeconds) {
  H2Connection other(proxy.resources, *base::IpAddress::parse("192.0.2.8"), {}, proxy.now);
  use_up(kAttacker);
  EXPECT_EQ(ask(kAttacker).status(), "429");
  EXPECT_EQ(proxy.handler.faults.back(), http::RequestError::client_refused);
  EXPECT_EQ(ask(kVictim).status(), "200");
  const std::size_t refused = proxy.handler.faults.size();
  other.receive(preface() + settings() + settings_ack() + headers(1, asked(kAttacker)), proxy.now);
  EXPECT_EQ(proxy.handler.faults.size(), refused + 1);
  proxy.pass(9'900ms);
  EXPECT_EQ(ask(kAttacker).status(), "429") << "refusals do not reduce the debt";
  proxy.pass(200ms);
  EXPECT_EQ(ask(kAttacker).status(), "200");
}

TEST_F(H2Shared, ServesAPreflightOfARefusedClient) {
  use_up(kAttacker);
  EXPECT_EQ(ask(kAttacker, "OPTIONS").status(), "200");
}

TEST_F(H2Shared, ToleratesAsManyCancellationsAsResponses) {
  for (int count = 0; count < 1'000; ++count) {
    cancel(kVictim);
    ASSERT_EQ(ask(kVictim).status(), "200") << count;
  }
}

TEST_F(H2Shared, StaysOpenBeyondTheLibrarysOwnLimitOfResets) {
  for (int client = 0; client < 5'000; ++client) {
    cancel("10.1." + std::to_string(client / 250) + "." + std::to_string(client % 250 + 1));
  }
  EXPECT_EQ(ask(kVictim).status(), "200");
  EXPECT_EQ(proxy.goaway(), std::nullopt);
}

TEST_F(H2Shared, ChargesTinyDataFramesToTheirClientAndRefusesItsUpload) {
  const std::uint32_t upload = next();
  proxy.send(headers(upload, asked(kAttacker, "POST"), kEndHeaders));
  for (int count = 0; count < 1'000; ++count) proxy.send(data(upload, "x", kNone));
  EXPECT_EQ(proxy.answers[upload].status(), "429");
  EXPECT_EQ(proxy.answers[upload].reset, std::optional<std::uint32_t>(kNoError));
  EXPECT_EQ(ask(kAttacker).status(), "429");
  EXPECT_EQ(ask(kVictim).status(), "200");
  EXPECT_EQ(proxy.goaway(), std::nullopt);
}

TEST_F(H2Shared, ChargesPaddingToItsClient) {
  const std::uint32_t upload = next();
  proxy.send(headers(upload, asked(kAttacker, "POST"), kEndHeaders));
  const std::string padded = std::string(1, '\xff') + std::string(255, '\0');
  for (int count = 0; count < 1'000; ++count) proxy.send(data(upload, padded, kPadded));
  EXPECT_EQ(ask(kAttacker).status(), "429");
  EXPECT_EQ(ask(kVictim).status(), "200");
}

TEST_F(H2Shared, ChargesStreamsThatItMustResetToTheirClient) {
  for (int count = 0; count < 101; ++count) {
    const std::uint32_t stream = next();
    proxy.send(headers(stream, asked(kAttacker, "POST"), kEndHeaders) + window_update(stream, 0x7fff'ffff));
    EXPECT_EQ(proxy.answers[stream].reset, std::optional<std::uint32_t>(kFlowControlError));
  }
  EXPECT_EQ(ask(kAttacker).status(), "429");
  EXPECT_EQ(ask(kVictim).status(), "200");
  EXPECT_EQ(proxy.goaway(), std::nullopt);
}

TEST_F(H2Shared, ChargesStalledStreamsToTheirClientWhileOthersProgress) {
  proxy.send(settings({{4, 0}}));
  for (int count = 0; count < 11; ++count) ask(kAttacker, "GET", "/big");
  const std::uint32_t download = next();
  proxy.send(headers(download, asked(kVictim, "GET", "/big")));
  for (int second = 0; second < 31; ++second) {
    proxy.send(window_update(0, 32'000) + window_update(download, 32'000));
    proxy.pass(1s);
  }
  EXPECT_EQ(proxy.answers[1].reset, std::optional<std::uint32_t>(kCancel));
  EXPECT_EQ(proxy.answers[download].reset, std::nullopt);
  EXPECT_EQ(ask(kAttacker).status(), "429");
  EXPECT_EQ(proxy.goaway(), std::nullopt);
}

TEST_F(H2Shared, ChargesNoClientForAProxyThatReadsNothing) {
  proxy.send(settings({{4, 0}}));
  for (int count = 0; count < 20; ++count) ask(kVictim, "GET", "/big");
  proxy.pass(299s);
  EXPECT_EQ(proxy.answers[1].reset, std::nullopt) << "its slowest client may still be reading";
  proxy.pass(1s);
  EXPECT_EQ(proxy.answers[1].reset, std::optional<std::uint32_t>(kCancel));
  proxy.send(settings({{4, 65'535}}));
  EXPECT_EQ(ask(kVictim).status(), "200");
}

TEST_F(H2Shared, WaitsTenWriteDeadlinesForTheSocketOfAProxy) {
  proxy.reading = false;
  ask(kVictim, "GET", "/big");
  proxy.pass(299s);
  EXPECT_FALSE(proxy.connection.is_finished());
  proxy.pass(1s);
  EXPECT_TRUE(proxy.connection.is_finished());
}

TEST_F(H2Shared, LimitsTheUploadsOfEachClient) {
  const std::string piece(16'000, 'x');
  std::vector<std::uint32_t> held;
  for (int count = 0; count < 17; ++count) {
    held.push_back(next());
    proxy.send(headers(held.back(), asked(kAttacker, "POST"), kEndHeaders) + data(held.back(), piece, kNone));
  }
  EXPECT_EQ(proxy.answers[held.front()].reset, std::nullopt);
  EXPECT_EQ(proxy.answers[held.back()].reset, std::optional<std::uint32_t>(kRefusedStream)) << "above 256 KiB";
  const std::uint32_t upload = next();
  proxy.send(headers(upload, asked(kVictim, "POST"), kEndHeaders) + data(upload, piece));
  EXPECT_EQ(proxy.answers[upload].body, "hello " + piece);
}

TEST_F(H2Shared, ClosesAFloodOfTheProxysOwnFrames) {
  EXPECT_EQ(ask(kVictim).status(), "200");
  for (int count = 0; count < 300; ++count) proxy.send(ping());
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
  EXPECT_TRUE(proxy.connection.is_finished());
}

TEST_F(H2Shared, LosesNoResponseToRepeatedResetsOfOneStream) {
  proxy.send(settings({{4, 0}}));
  const std::uint32_t download = next();
  proxy.send(headers(download, asked(kVictim, "GET", "/big")));
  const std::uint32_t cancelled = next();
  proxy.send(headers(cancelled, asked(kAttacker, "POST"), kEndHeaders));
  std::string resets;
  for (int count = 0; count < 300; ++count) resets += reset(cancelled);
  proxy.send(resets);
  EXPECT_NE(proxy.goaway(), std::nullopt);
  EXPECT_FALSE(proxy.connection.is_finished());
  proxy.send(window_update(download, 2'000'000) + window_update(0, 2'000'000));
  proxy.pass(1s);
  EXPECT_EQ(proxy.answers[download].reset, std::nullopt);
  EXPECT_TRUE(proxy.answers[download].ended);
}

// HAProxy 2.6 sends them for requests that were cancelled before it sent them on.
TEST_F(H2Shared, DropsResetsOfStreamZeroHoweverTheyAreCut) {
  const std::uint32_t download = next();
  proxy.send(headers(download, asked(kVictim, "GET", "/big")));
  const std::string resets = reset(0) + reset(0) + ping() + reset(0);
  for (std::size_t size = 1; size <= resets.size(); ++size) {
    proxy.send_split(resets, size);
    ASSERT_EQ(proxy.goaway(), std::nullopt) << size;
    ASSERT_EQ(ask(kVictim).status(), "200") << size;
  }
  for (int round = 0; round < 40; ++round) proxy.send(window_update(0, 30'000) + window_update(download, 30'000));
  EXPECT_EQ(proxy.answers[download].body.size(), std::size_t{1} << 20U);
  EXPECT_EQ(proxy.observer.abuses, 0U);
}

TEST_F(H2Shared, ReportsAResetOfStreamZeroAfterServingAProxyThatHasNamedNoClient) {
  const std::uint32_t upload = next();
  proxy.send(headers(upload, request("POST"), kEndHeaders) + reset(0));
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kNoError)) << "the first GOAWAY";
  EXPECT_EQ(ask(kVictim).status(), "200");
  proxy.pass(500ms);
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kProtocolError));
  EXPECT_FALSE(proxy.connection.is_finished());
  proxy.send(data(upload, "late"));
  EXPECT_EQ(proxy.answers[upload].body, "hello late");
  EXPECT_TRUE(proxy.connection.is_finished());
  EXPECT_EQ(proxy.observer.abuses, 0U);
}

TEST_F(H2Shared, LosesNoResponseToAFloodOfResetsOfStreamZero) {
  const std::uint32_t upload = next();
  proxy.send(headers(upload, asked(kVictim, "POST"), kEndHeaders));
  for (int count = 0; count < 300; ++count) proxy.send(reset(0));
  EXPECT_EQ(proxy.observer.abuses, 1U);
  EXPECT_EQ(ask(kVictim).status(), "200");
  proxy.send(data(upload, "late"));
  EXPECT_EQ(proxy.answers[upload].body, "hello late");
  proxy.pass(500ms);
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
  EXPECT_TRUE(proxy.connection.is_finished());
}

TEST_F(H2Shared, ClosesForAResetOfTheWrongLengthOnStreamZero) {
  proxy.send(frame(kReset, kNone, 0, bytes_of(0, 3)));
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kFrameSizeError));
  EXPECT_TRUE(proxy.connection.is_finished());
}

TEST_F(H2Shared, LosesNoResponseToFaultsWithoutAClient) {
  const std::uint32_t download = next();
  proxy.send(headers(download, asked(kVictim, "GET", "/big")));
  for (int count = 0; count < 150; ++count) {
    const std::uint32_t stream = next();
    proxy.send(headers(stream, request("POST"), kEndHeaders) + reset(stream));
  }
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kNoError)) << "the first GOAWAY";
  EXPECT_EQ(proxy.last(kGoaway)->number(), 0x7fff'ffffU);
  EXPECT_EQ(proxy.observer.abuses, 1U);
  EXPECT_EQ(ask(kVictim).status(), "200") << "it was in flight";
  proxy.pass(500ms);
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
  EXPECT_FALSE(proxy.connection.is_finished());
  for (int round = 0; round < 40; ++round) proxy.send(window_update(0, 30'000) + window_update(download, 30'000));
  EXPECT_EQ(proxy.answers[download].body.size(), std::size_t{1} << 20U);
  EXPECT_TRUE(proxy.connection.is_finished());
}

TEST_F(H2Shared, LosesNoResponseToRequestsWithMalformedHeads) {
  const std::uint32_t upload = next();
  proxy.send(headers(upload, asked(kVictim, "POST"), kEndHeaders));
  for (int count = 0; count < 150; ++count) proxy.send(headers(next(), {{":method", "GET"}}));
  proxy.pass(500ms);
  proxy.send(data(upload, "late"));
  EXPECT_EQ(proxy.answers[upload].body, "hello late");
  EXPECT_EQ(proxy.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
  EXPECT_TRUE(proxy.connection.is_finished());
}

TEST_F(H2Shared, StaysOpenForTwentyThousandRequests) {
  for (std::uint32_t count = 0; count < 20'000; ++count) {
    const std::uint32_t stream = next();
    const std::string client = "10.0." + std::to_string(count % 200) + ".1";
    std::string bytes = headers(stream, asked(client)) + window_update(0, 11);
    if (count % 10 == 0) bytes += headers(next(), asked(client, "POST"), kEndHeaders) + reset(stream + 2) + ping();
    proxy.send(bytes);
    ASSERT_EQ(proxy.answers[stream].status(), "200") << count;
    proxy.answers.clear();
    proxy.frames.clear();
  }
}

TEST(H2Direct, IsChargedForItsStreamsWhateverItsForwardedFieldsContain) {
  H2Peer peer;
  for (std::uint32_t stream = 1; stream < 400; stream += 2) {
    const std::string client = "10.0.0." + std::to_string(stream % 250);
    peer.send(headers(stream, request("POST", "/", {{"x-forwarded-for", client}}), kEndHeaders) + reset(stream));
  }
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
  EXPECT_TRUE(peer.connection.is_finished());
}

TEST(H2Direct, CompletesOtherResponsesAfterTooManyStalls) {
  H2Peer peer;
  std::string bytes = settings({{4, 0}}) + headers(1, request("GET", "/big"));
  for (std::uint32_t stream = 3; stream <= 23; stream += 2) bytes += headers(stream, request("GET", "/big"));
  peer.send(bytes);
  for (int second = 0; second < 31; ++second) {
    peer.send(window_update(0, 60'000) + window_update(1, 30'000));
    peer.pass(1s);
  }
  EXPECT_EQ(peer.goaway(), std::optional<std::uint32_t>(kEnhanceYourCalm));
  EXPECT_EQ(peer.answers[3].reset, std::optional<std::uint32_t>(kCancel));
  EXPECT_FALSE(peer.connection.is_finished());
  peer.send(window_update(0, 1'000'000) + window_update(1, 1'000'000));
  EXPECT_EQ(peer.answers[1].body.size(), std::size_t{1} << 20U);
  EXPECT_TRUE(peer.connection.is_finished());
}

}  // namespace
}  // namespace agent_access::net
