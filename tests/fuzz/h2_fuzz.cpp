// Whatever a peer of an HTTP/2 connection sends, in pieces of any size: nothing is read or written out of bounds, what
// waits for the peer stays limited, and every response is reported once. The first byte
// selects the size of the pieces, whether the preface is sent, and how output is read.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "net/http2/connection.hpp"

namespace agent_access::fuzz {
namespace {

class Handler final : public http::Handler {
 public:
  void handle(const http::Request& request, http::Response& response) override {
    must(request.path.starts_with('/') && !request.host.empty());
    must(request.body.size() <= 16 * net::kKibibyte && request.fields.size() <= 100);
    ++answers;
    response.constant_fields = "Content-Type: text/plain\r\n";
    response.constant_body = kBody;
    response.body = request.body;
  }
  void reject(http::RequestError, http::Response& response) noexcept override {
    ++answers;
    response.status = 400;
  }
  static constexpr std::string_view kBody = "a body of some bytes";
  std::size_t answers = 0;
};

class Observer final : public http::Observer {
 public:
  void on_response_sent(const http::Answered&) noexcept override { ++answers; }
  std::size_t answers = 0;
};

void take(net::H2Connection& connection, std::size_t most, net::SteadyTime now) {
  std::size_t size = 0;
  for (const std::string_view part : connection.pending()) size += part.size();
  must(size <= 128 * net::kKibibyte);
  if (size > 0) connection.sent(std::min(size, most), now);
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(h2) {
  if (size == 0) return;
  const std::uint8_t choice = data[0];
  std::string bytes = (choice & 1U) != 0 ? std::string(net::kH2Preface) : std::string();
  bytes.append(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = std::size_t{1} << ((choice >> 1U) & 15U);
  const std::size_t taken = (choice & 32U) != 0 ? std::size_t{1} << 20U : 100;

  const net::Limits limits;
  Handler handler;
  Observer observer;
  {
    net::WorkerResources resources(limits, handler, observer);
    net::SteadyTime now{std::chrono::hours(1)};
    net::H2Connection connection(resources, *base::IpAddress::parse("192.0.2.7"), {}, now);
    for (std::string_view rest = bytes; !rest.empty(); rest.remove_prefix(std::min(piece, rest.size()))) {
      if (connection.is_finished()) break;
      connection.receive(rest.substr(0, piece), now);
      take(connection, taken, now);
      now += std::chrono::milliseconds(choice);
      connection.tick(now);
    }
    if ((choice & 64U) != 0) connection.drain(now);
    for (int round = 0; round < 3; ++round) {
      take(connection, taken, now);
      now += std::chrono::seconds(40);
      connection.tick(now);
    }
  }
  must(handler.answers == observer.answers);
}

}  // namespace agent_access::fuzz
