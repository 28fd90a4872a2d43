#include "net/exchange/worker_resources.hpp"

#include "http/client_address.hpp"

namespace agent_access::net {

std::optional<base::IpAddress> WorkerResources::named_client(const http::Request& request) const noexcept {
  const base::IpAddress client = http::client_address(request, *trusted);
  return client == request.peer_address ? std::nullopt : std::optional(client);
}

void WorkerResources::refuse(http::RequestError fault, http::Method method, SteadyTime started, Outbox& into,
                             std::string_view more_fields, const http::Request* request) {
  Outgoing& refusal = into.add();
  refusal.request_id = request_ids.next();
  refusal.started = started;
  if (request != nullptr) {
    handler.reject_request(fault, *request, refusal.response);
  } else {
    handler.reject(fault, refusal.response);
  }
  refusal.response.omit_body = refusal.response.omit_body || method == http::Method::head;
  refusal.response.connection = http::Connection::close;
  into.seal(refusal, date.current(), Persistence::ends, more_fields);
}

}  // namespace agent_access::net
