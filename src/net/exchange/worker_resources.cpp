#include "net/exchange/worker_resources.hpp"

#include <utility>

#include "http/fields.hpp"

namespace agent_access::net {
namespace {

/// Enough for the responses of one turn of the event loop. One with more storage is freed.
constexpr std::size_t kMostSpare = kMostEvents;
constexpr std::size_t kMostSpareBytes = 16 * kKibibyte;

}  // namespace

std::string_view DateLine::current() {
  const std::time_t now = std::time(nullptr);
  if (now != rendered_) {
    line_ = "Date: " + http::http_date(now) + "\r\n";
    rendered_ = now;
  }
  return line_;
}

std::unique_ptr<Outbox> WorkerResources::take_outbox() {
  if (spare_outboxes_.empty()) {
    spare_outboxes_.reserve(kMostSpare);
    spare_outboxes_.push_back(std::make_unique<Outbox>());
  }
  std::unique_ptr<Outbox> taken = std::move(spare_outboxes_.back());
  spare_outboxes_.pop_back();
  std::swap(*taken, outbox);
  return taken;
}

void WorkerResources::give_back(std::unique_ptr<Outbox> sent) noexcept {
  if (spare_outboxes_.size() < spare_outboxes_.capacity() && sent->held_bytes() <= kMostSpareBytes) {
    spare_outboxes_.push_back(std::move(sent));
  }
}

RequestId WorkerResources::id_of(const http::Request& request) noexcept {
  const auto named = named_request_id(request);
  return named && is_trusted(request.peer_address) ? *named : request_ids.next();
}

void WorkerResources::refuse(http::RequestError fault, http::Method method, SteadyTime started, Outbox& into,
                             std::string_view more_fields, const http::Request* request) {
  Outgoing& refusal = into.add();
  refusal.request_id = request != nullptr ? id_of(*request) : request_ids.next();
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
