// Whatever a trusted proxy sends with the PROXY protocol enabled: the responses do not depend on how the stream was
// split, there is no response without a header, and every connection ends and is released for the peer that it was
// counted for. The first byte selects the pieces and whether a header is sent.
#include "fuzz/connection.hpp"
#include "net/http2/client_budgets.hpp"

namespace {

namespace fuzz = agent_access::fuzz;
namespace net = agent_access::net;
using agent_access::base::IpAddress;

/// From 192.0.2.7, port 1234.
constexpr std::string_view kHeader{
    "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c"
    "\xc0\0\x02\x07\x7f\0\0\x01\x04\xd2\0\x50",
    28};

std::string answers_to(std::string_view stream, std::size_t piece) {
  static net::EventLoop loop;
  const net::Limits limits;
  const IpAddress proxy = *IpAddress::parse("127.0.0.1");
  const auto local = agent_access::base::Network::parse("127.0.0.0/8").value();
  net::ConnectionCounts counts({2, {1, 1, 1}}, {local});
  fuzz::EchoHandler handler;
  fuzz::CountingObserver observer;
  std::string answers;
  {
    net::WorkerResources resources(limits, handler, observer);
    net::h2::ClientBudgets client_budgets;
    resources.client_budgets = &client_budgets;
    resources.proxied = &counts;
    resources.trusted = std::make_shared<const agent_access::base::TrustedProxies>(
        agent_access::base::TrustedProxies{.networks = {local}});
    fuzz::Connection connection(resources, loop, counts, proxy);
    connection.give(stream, piece);
    answers = connection.answers();
    connection.wait();
    fuzz::must(connection.is_closed());
    fuzz::must(counts.total() == 0);
  }
  fuzz::must(handler.answers == observer.answers && observer.open == 0);
  fuzz::must(
      counts.try_add(*IpAddress::parse("192.0.2.7")).has_value());  // the only place of the address has been released
  return fuzz::comparable(answers);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string stream((data[0] & 128U) != 0 ? kHeader : std::string_view());
  stream.append(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string answers = answers_to(stream, 1U << 20U);
  fuzz::must(answers == answers_to(stream, 1U + (data[0] & 127U)));
  fuzz::must(answers.empty() || stream.starts_with(kHeader.substr(0, 12)));
  return 0;
}
