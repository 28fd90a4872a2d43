// Whatever a trusted proxy sends with the PROXY protocol enabled: the responses do not depend on how the stream was
// split, there is no response without a header, and every connection ends and is released for the peer that it was
// counted for. The first byte selects the pieces and whether a header is sent.
#include "fuzz/connection.hpp"
#include "fuzz/target.hpp"

namespace agent_access::fuzz {
namespace {

using base::IpAddress;

/// From 192.0.2.7, port 1234.
constexpr std::string_view kHeader{
    "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c"
    "\xc0\0\x02\x07\x7f\0\0\x01\x04\xd2\0\x50",
    28};

std::string answers_behind_a_proxy(std::string_view stream, std::size_t piece) {
  static net::EventLoop loop;
  const net::Limits limits;
  const IpAddress proxy = *IpAddress::parse("127.0.0.1");
  const auto local = base::Network::parse("127.0.0.0/8").value();
  net::ConnectionCounts counts({2, {1, 1, 1}}, {local});
  fuzz::EchoHandler handler;
  fuzz::CountingObserver observer;
  std::string answers;
  {
    net::WorkerResources resources(limits, handler, observer);
    resources.proxied = &counts;
    resources.trusted = std::make_shared<const base::TrustedProxies>(base::TrustedProxies{.networks = {local}});
    fuzz::Connection connection(resources, loop, counts, proxy);
    connection.give(stream, piece);
    answers = connection.answers();
    connection.wait();
    must(connection.is_closed());
    must(counts.total() == 0);
  }
  must(handler.answers == observer.answers && observer.open == 0);
  must(counts.try_add(*IpAddress::parse("192.0.2.7")).has_value());  // the only place of the address has been released
  return fuzz::comparable(answers);
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(proxy_connection) {
  if (size == 0) return;
  std::string stream((data[0] & 128U) != 0 ? kHeader : std::string_view());
  stream.append(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string answers = answers_behind_a_proxy(stream, 1U << 20U);
  must(answers == answers_behind_a_proxy(stream, 1U + (data[0] & 127U)));
  must(answers.empty() || stream.starts_with(kHeader.substr(0, 12)));
}

}  // namespace agent_access::fuzz
