#include "http/outcome.hpp"

#include "http/client_address.hpp"
#include "http/message.hpp"

namespace agent_access::http {

void Caller::note(const Request& request, const base::TrustedProxies& trusted) noexcept {
  is_noted = true;
  address = client_address(request, trusted);
  host.assign(request.host);
  std::string_view trace_parent;
  bool is_forwarded = false;
  // Sorted by length first: most fields match none of these names, and comparing lengths is cheap.
  for (const Field& field : request.fields) {
    switch (field.name.size()) {
      case 9: is_forwarded = is_forwarded || equal_names(field.name, "Forwarded"); break;
      case 10:
        if (equal_names(field.name, "User-Agent")) user_agent.assign(field.value);
        break;
      case 11:
        if (equal_names(field.name, "traceparent")) trace_parent = field.value;
        break;
      case 15: is_forwarded = is_forwarded || equal_names(field.name, "X-Forwarded-For"); break;
      default: break;
    }
  }
  if (trace_parent.empty() && !is_forwarded) return;
  const bool is_proxy = trusted.contains(request.peer_address);
  is_unlisted_proxy = is_forwarded && !is_proxy;
  if (const auto trace = parse_trace_id(trace_parent); trace && is_proxy) trace_id.assign_known(*trace);
}

void Caller::reset() noexcept {
  is_noted = false;
  is_unlisted_proxy = false;
  address = {};
  host.clear();
  user_agent.clear();
  trace_id.clear();
  name.clear();
}

void Outcome::reset() noexcept {
  route = Route::unknown;
  resource.clear();
  fault = nullptr;
  client_id.reset();
  key_id.clear();
  token_id.clear();
  caller.reset();
  asked_path.clear();
  used_previous_master = false;
}

}  // namespace agent_access::http
