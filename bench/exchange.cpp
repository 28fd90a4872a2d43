#include "exchange.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <variant>

namespace agent_access::bench {
namespace {

constexpr std::string_view kDateLine = "Date: Mon, 21 Sep 2026 14:13:20 GMT\r\n";
constexpr net::SteadyTime kBegun{};
constexpr std::chrono::microseconds kTaken{125};

int open_sink() {
  const int descriptor = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) throw std::runtime_error("cannot open /dev/null");
  return descriptor;
}

}  // namespace

Exchange::Exchange(std::shared_ptr<const service::Snapshot> snapshot)
    : handler_(service::Handler::create(std::move(snapshot), {clock_, monotonic_, random_, verified_tokens_, limiter_})
                   .value()),
      sink_(open_sink()),
      log_(sink_, ops::Level::info, ops::LogFormat::json),
      observer_(log_, metrics_.worker(0), monotonic_, ops::LineQuota(0)) {}

Exchange::~Exchange() { ::close(sink_); }

net::Outgoing& Exchange::answer(std::string_view bytes) {
  const net::HeadResult result = net::parse_head(bytes, limits_, head_);
  const auto* const size = std::get_if<net::HeadSize>(&result);
  if (size == nullptr || size->bytes + head_.content_length != bytes.size()) {
    throw std::runtime_error("not one complete request: " + std::string(bytes.substr(0, bytes.find('\r'))));
  }
  net::Outgoing& outgoing = outbox_.add();
  outgoing.method = head_.method;
  outgoing.path = head_.path;
  outgoing.started = kBegun;
  http::Request request = net::request_of(head_, bytes.substr(size->bytes));
  request.peer = kPeer;
  request.peer_address = peer_;
  // As WorkerResources::id_of, which takes over only a named one.
  if (net::named_request_id(request)) throw std::runtime_error("a script has X-Request-Id");
  outgoing.request_id = request_ids_.next();
  request.request_id = net::text_of(outgoing.request_id);
  handler_->handle(request, outgoing.response);
  outbox_.seal(outgoing, kDateLine, net::Persistence::implied);
  return outgoing;
}

void Exchange::finish() { outbox_.finish(kPeer, observer_, kBegun + kTaken); }

std::uint16_t Exchange::serve(std::string_view bytes) {
  const std::uint16_t status = answer(bytes).response.status;
  finish();
  return status;
}

Reply Exchange::ask(std::string_view bytes) {
  const net::Outgoing& outgoing = answer(bytes);
  const http::Response& response = outgoing.response;
  Reply reply{response.status, outgoing.head, std::string(response.constant_body) + response.body};
  finish();
  rest();
  return reply;
}

}  // namespace agent_access::bench
