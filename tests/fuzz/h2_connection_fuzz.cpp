// Whatever a peer sends on a connection without TLS that may be HTTP/2, in pieces of any size: nothing is read or
// written out of bounds, each request gets one response and one report, and every connection ends. The first
// byte selects the pieces and whether the preface is sent.
#include "fuzz/connection.hpp"
#include "fuzz/target.hpp"
#include "net/http2/client_budgets.hpp"

namespace agent_access::fuzz {
namespace {}  // namespace

AGENT_ACCESS_FUZZ_TARGET(h2_connection) {
  if (size == 0) return;
  static net::EventLoop loop;
  const std::size_t piece = 1U + (data[0] & 127U);
  std::string stream((data[0] & 128U) != 0 ? net::kH2Preface : std::string_view());
  stream.append(reinterpret_cast<const char*>(data) + 1, size - 1);
  const net::Limits limits;
  fuzz::EchoHandler handler;
  fuzz::CountingObserver observer;
  {
    net::WorkerResources resources(limits, handler, observer);
    net::h2::ClientBudgets client_budgets;
    resources.client_budgets = &client_budgets;
    resources.http2_prior_knowledge = true;
    net::ConnectionCounts counts({1, {1, 1, 1}}, {});
    fuzz::Connection connection(resources, loop, counts, *base::IpAddress::parse("2001:db8::7"));
    connection.give(stream, piece);
    connection.wait();
    must(connection.is_closed());
  }
  must(handler.answers == observer.answers && observer.open == 0);
}

}  // namespace agent_access::fuzz
