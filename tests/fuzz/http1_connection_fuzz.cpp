// Whatever a peer sends on an HTTP/1 connection, the responses do not depend on how the stream was split, each request
// gets one response and one report, and every connection ends. The first byte selects the pieces.
#include "fuzz/connection.hpp"
#include "net/http2/client_budgets.hpp"

namespace {

namespace fuzz = agent_access::fuzz;
namespace net = agent_access::net;

std::string answers_to(std::string_view stream, std::size_t piece) {
  static net::EventLoop loop;
  net::Limits limits;
  limits.requests_per_connection = 20;
  fuzz::EchoHandler handler;
  fuzz::CountingObserver observer;
  std::string answers;
  {
    net::WorkerResources resources(limits, handler, observer);
    net::h2::ClientBudgets client_budgets;
    resources.client_budgets = &client_budgets;
    net::ConnectionCounts counts({1, {1, 1, 1}}, {});
    fuzz::Connection connection(resources, loop, counts, *agent_access::base::IpAddress::parse("192.0.2.7"));
    connection.give(stream, piece);
    answers = connection.answers();
    connection.wait();
    fuzz::must(connection.is_closed());
  }
  fuzz::must(handler.answers == observer.answers && observer.open == 0);
  return fuzz::comparable(answers);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string answers = answers_to(stream, 1U << 20U);
  fuzz::must(answers == answers_to(stream, 1U + data[0]));
  fuzz::must(answers.empty() || answers.starts_with("HTTP/1.1 "));
  return 0;
}
