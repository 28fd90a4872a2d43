// Hops left of the right-most untrusted one, any hops from an untrusted peer, and the field that is not configured
// do not change the client.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "http/client_address.hpp"

namespace agent_access::fuzz {
namespace {

using base::ForwardedField;
using base::IpAddress;
using base::Network;
using base::TrustedProxies;
using http::Field;
using http::Request;

/// An empty value is omitted.
IpAddress client_of(ForwardedField read, std::string_view list, std::string_view forwarded,
                    std::string_view peer = "127.0.0.1") {
  const TrustedProxies trusted{{*Network::parse("127.0.0.0/8"), *Network::parse("2001:db8::/32")}, read};
  std::array<Field, 2> fields;
  std::size_t count = 0;
  if (!list.empty()) fields[count++] = {"X-Forwarded-For", list};
  if (!forwarded.empty()) fields[count++] = {"Forwarded", forwarded};
  Request request;
  request.peer_address = *IpAddress::parse(peer);
  request.fields = std::span(fields).first(count);
  return http::client_address(request, trusted);
}

}  // namespace

/// The input's first line is X-Forwarded-For, the rest Forwarded.
AGENT_ACCESS_FUZZ_TARGET(client_address) {
  constexpr auto kList = ForwardedField::x_forwarded_for;
  constexpr auto kForwarded = ForwardedField::forwarded;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  const std::string list(text.substr(0, end));
  const std::string forwarded(end == std::string_view::npos ? std::string_view() : text.substr(end + 1));
  // The field that is not configured changes nothing.
  must(client_of(kList, list, forwarded) == client_of(kList, list, {}));
  must(client_of(kForwarded, list, forwarded) == client_of(kForwarded, {}, forwarded));
  must(client_of(kList, {}, forwarded) == *IpAddress::parse("127.0.0.1"));
  must(client_of(kForwarded, list, {}) == *IpAddress::parse("127.0.0.1"));
  // An untrusted peer is the client itself.
  const IpAddress stranger = *IpAddress::parse("203.0.113.1");
  for (const auto read : {kList, kForwarded}) must(client_of(read, list, forwarded, "203.0.113.1") == stranger);
  // Whatever the client wrote, the hop that a trusted proxy appended decides.
  const IpAddress appended = *IpAddress::parse("203.0.113.2");
  must(client_of(kList, list + ", 203.0.113.2", forwarded) == appended);
  must(client_of(kForwarded, list, forwarded + ", for=203.0.113.2") == appended);
}

}  // namespace agent_access::fuzz
