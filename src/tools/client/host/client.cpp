#include "tools/client/client.hpp"

#include <emscripten.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "tools/client/answer_collector.hpp"
#include "tools/client/url.hpp"

// The connections are those of Node.js (packages/npm/exchange.mjs): packages/npm/program.mjs gives the module the
// function `exchange`.
// clang-format off

/// Sends a request and waits for the end of the exchange. The size of what was received, for agent_access_take_received.
EM_JS(size_t, agent_access_exchange, (const char* request, size_t size, const char* ca_file, double timeout, size_t most_head, size_t most_body), {
  const limits = { timeout, mostHead: most_head, mostBody: most_body };
  Module['received'] = Module['exchange'](HEAPU8.slice(request, request + size), UTF8ToString(ca_file), limits);
  return Module['received'].length;
});
EM_JS(void, agent_access_take_received, (char* out), {
  HEAPU8.set(Module['received'], out);
});
// clang-format on

namespace agent_access::tools {
namespace {

using base::Failure;
using base::Result;

/// What arrived: "OUTCOME MICROSECONDS REASON", then the response as it was sent, but without the coding of its body.
struct Received {
  std::string_view outcome;  ///< "complete", or a name of kFaults or of fault_of()
  std::chrono::microseconds duration{0};
  std::string_view reason;
  std::string_view response;
};

std::string_view taken_until(std::string_view& text, char end) {
  const auto taken = text.substr(0, text.find(end));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

Received read_received(std::string_view text) {
  Received received;
  auto line = taken_until(text, '\n');
  received.outcome = taken_until(line, ' ');
  received.duration = std::chrono::microseconds{base::whole_number<std::int64_t>(taken_until(line, ' ')).value_or(0)};
  received.reason = line;
  received.response = text;
  return received;
}

/// The request as to a proxy (RFC 9112 section 3.2.2), whose first line has the whole URL.
std::string text_of(const ClientRequest& request, const Url& url) {
  std::string text = request.method + " " + url.origin() + url.target + " HTTP/1.1\r\n";
  text += "Host: " + (request.host.empty() ? url.authority() : request.host) + "\r\n";
  for (const auto& [name, value] : request.fields) text += name + ": " + value + "\r\n";
  if (has_body(request)) text += "Content-Length: " + std::to_string(request.body.size()) + "\r\n";
  text += "Connection: close\r\n\r\n";
  return has_body(request) ? text + request.body : text;
}

constexpr auto kFaults = std::to_array<std::pair<std::string_view, ClientFaultKind>>({
    {"unknown_host", ClientFaultKind::unknown_host},
    {"refused", ClientFaultKind::refused},
    {"unreachable", ClientFaultKind::unreachable},
    {"tls", ClientFaultKind::tls},
    {"broken", ClientFaultKind::broken},
});

ClientFault fault_of(const Received& received, const std::string& authority, std::chrono::milliseconds timeout) {
  if (received.outcome == "timeout") return late_response(authority, timeout);
  if (received.outcome == "certificate") return refused_certificate(authority, received.reason);
  if (received.outcome == "authorities") return unreadable_authorities(authority, received.reason);
  if (received.outcome == "head" || received.outcome == "body") {
    return too_large_response(authority, received.outcome == "body");
  }
  for (const auto& [name, kind] : kFaults) {
    if (received.outcome == name) return fault_at(authority, kind, received.reason);
  }
  return {ClientFaultKind::broken, "the exchange with " + authority + " failed inside the client"};
}

AnswerCollector collected(std::string_view response) {
  AnswerCollector collector;
  while (!collector.has_head() && !response.empty()) {
    const auto line = response.substr(0, response.find('\n') + 1);
    if (!collector.take_line(line)) return collector;
    response.remove_prefix(line.size());
  }
  if (collector.has_head()) static_cast<void>(collector.take_body(response));
  return collector;
}

}  // namespace

Result<ClientResponse, ClientFault> fetch(const ClientRequest& request) {
  const auto url = parse_url(request.url);
  if (!url) return Failure(ClientFault{ClientFaultKind::invalid_request, std::string(describe(url.error()))});
  if (!can_be_sent(request)) return Failure(unsendable_request());
  const auto sent = text_of(request, *url);
  std::string text(agent_access_exchange(sent.data(), sent.size(), request.ca_file.c_str(),
                                         static_cast<double>(request.timeout.count()), kMaxAnswerHead, kMaxAnswerSize),
                   '\0');
  agent_access_take_received(text.data());
  const auto received = read_received(text);
  auto collector = collected(received.response);
  const auto authority = url->authority();
  if (collector.is_interim_only()) {
    return Failure(ClientFault{ClientFaultKind::broken, authority + " sends only interim responses"});
  }
  if (collector.fault() == ClientFaultKind::too_large) {
    return Failure(too_large_response(authority, collector.has_head()));
  }
  if (received.outcome != "complete") return Failure(fault_of(received, authority, request.timeout));
  if (!collector.has_head()) return Failure(fault_at(authority, ClientFaultKind::broken, "the head is cut off"));
  collector.response().duration = received.duration;
  return std::move(collector.response());
}

}  // namespace agent_access::tools
