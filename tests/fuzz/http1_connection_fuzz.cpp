// Whatever a peer sends on an HTTP/1 connection, the responses do not depend on how the stream was split, each request
// gets one response and one report, and every connection ends. The first byte selects the pieces.
#include "fuzz/connection.hpp"
#include "fuzz/target.hpp"

namespace agent_access::fuzz {
namespace {

std::string answers_to(std::string_view stream, std::size_t piece) {
  static net::EventLoop loop;
  net::Limits limits;
  limits.requests_per_connection = 20;
  fuzz::EchoHandler handler;
  fuzz::CountingObserver observer;
  std::string answers;
  {
    net::WorkerResources resources(limits, handler, observer);
    net::ConnectionCounts counts({1, 1}, {});
    fuzz::Connection connection(resources, loop, counts, *base::IpAddress::parse("192.0.2.7"));
    connection.give(stream, piece);
    answers = connection.answers();
    connection.wait();
    must(connection.is_closed());
  }
  must(handler.answers == observer.answers && observer.open == 0);
  return fuzz::comparable(answers);
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(http1_connection) {
  if (size == 0) return;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string answers = answers_to(stream, 1U << 20U);
  must(answers == answers_to(stream, 1U + data[0]));
  must(answers.empty() || answers.starts_with("HTTP/1.1 "));
}

}  // namespace agent_access::fuzz
