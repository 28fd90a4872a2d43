#include "tools/client/client_fault.hpp"

namespace agent_access::tools {
namespace {

std::string_view meaning_of(ClientFaultKind kind) noexcept {
  switch (kind) {
    case ClientFaultKind::invalid_request: return "cannot send this to";
    case ClientFaultKind::unknown_host: return "cannot find";
    case ClientFaultKind::refused: return "nothing listens at";
    case ClientFaultKind::unreachable: return "cannot connect to";
    case ClientFaultKind::tls: return "no TLS with";
    case ClientFaultKind::timeout: return "no response in time from";
    case ClientFaultKind::too_large: return "too large a response from";
    case ClientFaultKind::broken: return "no complete HTTP response from";
  }
  return {};
}

std::string sentence(std::string_view what, std::string_view authority, std::string_view why) {
  return std::string(what) + " " + std::string(authority) + ": " + std::string(why);
}

}  // namespace

ClientFault unsendable_request() {
  return {ClientFaultKind::invalid_request, "the method or a field contains characters that HTTP does not allow"};
}

ClientFault fault_at(std::string_view authority, ClientFaultKind kind, std::string_view why) {
  return {kind, sentence(meaning_of(kind), authority, why)};
}

ClientFault late_response(std::string_view authority, std::chrono::milliseconds timeout) {
  return {ClientFaultKind::timeout,
          std::string(authority) + " did not respond within " + std::to_string(timeout.count()) + " ms"};
}

ClientFault refused_certificate(std::string_view authority, std::string_view why) {
  return {ClientFaultKind::tls, "the certificate of " + std::string(authority) + " is refused: " + std::string(why)};
}

ClientFault unreadable_authorities(std::string_view authority, std::string_view why) {
  return {ClientFaultKind::tls, sentence("cannot read the file of certificate authorities for", authority, why)};
}

ClientFault too_large_response(std::string_view authority, bool has_head) {
  return fault_at(authority, ClientFaultKind::too_large,
                  has_head ? "the body is over 1 MiB" : "the head is over 64 KiB");
}

}  // namespace agent_access::tools
