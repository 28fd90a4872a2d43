// What stands left of the first untrusted hop, and which hops there are without trust, cannot change who the client is.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/client_address.hpp"

namespace {

using agent_access::base::IpAddress;
using agent_access::base::Network;
using agent_access::http::Field;
using agent_access::http::Request;

/// The input's first line is X-Forwarded-For, its second Forwarded; an empty one is left out.
IpAddress client_of(std::string_view list, std::string_view forwarded, std::string_view peer) {
  const std::array trusted = {*Network::parse("127.0.0.0/8"), *Network::parse("2001:db8::/32")};
  std::array<Field, 2> fields;
  std::size_t count = 0;
  if (!list.empty()) fields[count++] = {"X-Forwarded-For", list};
  if (!forwarded.empty()) fields[count++] = {"Forwarded", forwarded};
  Request request;
  request.peer_address = *IpAddress::parse(peer);
  request.fields = std::span(fields).first(count);
  return agent_access::http::client_address(request, trusted);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  const std::string list(text.substr(0, end));
  const std::string forwarded(end == std::string_view::npos ? std::string_view() : text.substr(end + 1));
  static_cast<void>(client_of(list, forwarded, "127.0.0.1"));
  // An untrusted peer is the client itself.
  if (client_of(list, forwarded, "203.0.113.1") != *IpAddress::parse("203.0.113.1")) std::abort();
  // Whatever the client wrote, the hop that a trusted proxy appended decides.
  const IpAddress appended = *IpAddress::parse("203.0.113.2");
  if (client_of(list + ", 203.0.113.2", {}, "127.0.0.1") != appended) std::abort();
  if (client_of({}, forwarded + ", for=203.0.113.2", "127.0.0.1") != appended) std::abort();
  return 0;
}
