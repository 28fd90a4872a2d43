#include "net/running.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "http/fields.hpp"
#include "service/fault_table.hpp"

namespace agent_access::test {
namespace {

std::string name_of(http::Method method) {
  switch (method) {
    case http::Method::get: return "GET";
    case http::Method::head: return "HEAD";
    case http::Method::post: return "POST";
    default: return "OTHER";
  }
}

class TestHandler final : public http::Handler {
 public:
  void handle(const http::Request& request, http::Response& response) override {
    if (request.path == "/throw") throw std::runtime_error("a bug");
    if (request.path == "/close") response.connection = http::Connection::close;
    if (request.path == "/none") response.status = 204;
    response.constant_fields = "Content-Type: text/plain\r\n";
    if (request.path == "/large") response.constant_body = large_;
    if (request.path == "/id") response.body = request.request_id;
    if (request.path == "/echo") {
      response.body.append(name_of(request.method)).append(" ").append(request.query).append(" ").append(request.body);
    }
    if (request.path == "/") response.body = "hello";
  }
  void reject(http::RequestError fault, http::Response& response) noexcept override {
    http::refuse(service::fault_of(fault), response);
    response.connection = http::Connection::close;
  }

 private:
  const std::string large_ = std::string(kLargeBody, 'x');
};

class TestObserver final : public http::Observer {
 public:
  explicit TestObserver(std::shared_ptr<Events> events) : events_(std::move(events)) {}
  void on_response_sent(const http::Answered& answered) noexcept override {
    events_->add({name_of(answered.method), std::string(answered.path), std::string(answered.peer),
                  std::string(answered.request_id), answered.response.status});
  }
  void connection_opened() noexcept override { events_->open(); }
  void connection_closed() noexcept override { events_->close(); }
  void connection_refused(http::Refused cap) noexcept override { events_->refuse(cap); }
  void connection_shed() noexcept override { events_->shed(); }
  void accept_failed(int) noexcept override { events_->fail_accept(); }
  void handshake_ended(http::Handshake outcome, std::string_view) noexcept override { events_->end_handshake(outcome); }

 private:
  std::shared_ptr<Events> events_;
};

}  // namespace

template <class Change>
void Events::change(Change change) {
  const std::lock_guard lock(mutex_);
  change();
  changed_.notify_all();
}

void Events::add(Record record) {
  change([&] { records_.push_back(std::move(record)); });
}
void Events::open() {
  change([&] { ++opened_; });
}
void Events::close() {
  change([&] { ++closed_; });
}
void Events::fail_accept() {
  change([&] { ++accept_failures_; });
}
void Events::refuse(http::Refused cap) {
  change([&] { refusals_.push_back(cap); });
}
void Events::shed() {
  change([&] { ++sheds_; });
  when_shed_();
}
void Events::end_handshake(http::Handshake outcome) {
  change([&] { handshakes_.push_back(outcome); });
}

std::vector<Record> Events::records() const {
  const std::lock_guard lock(mutex_);
  return records_;
}
std::size_t Events::opened() const {
  const std::lock_guard lock(mutex_);
  return opened_;
}
std::size_t Events::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}
std::vector<http::Refused> Events::refusals() const {
  const std::lock_guard lock(mutex_);
  return refusals_;
}
std::size_t Events::sheds() const {
  const std::lock_guard lock(mutex_);
  return sheds_;
}
std::vector<http::Handshake> Events::handshakes() const {
  const std::lock_guard lock(mutex_);
  return handshakes_;
}
std::size_t Events::accept_failures() const {
  const std::lock_guard lock(mutex_);
  return accept_failures_;
}

bool Events::wait_until(const std::function<bool(const Events&)>& condition, std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return condition(*this); });
}

std::unique_ptr<http::Handler> make_test_handler() { return std::make_unique<TestHandler>(); }

bool has_handshakes(Running& running, const std::vector<http::Handshake>& expected) {
  return running.events().wait_until([&](const Events& events) { return events.handshakes() == expected; });
}

void expect_bodies_at_every_split(std::string_view requests, const std::vector<std::string>& bodies) {
  Running running;
  for (std::size_t cut = 1; cut < requests.size(); ++cut) {
    const auto client = running.connect();
    client->send(requests.substr(0, cut));
    running.synchronise();
    client->send(requests.substr(cut));
    for (const auto& body : bodies) {
      const auto response = client->receive();
      ASSERT_TRUE(response) << cut;
      EXPECT_EQ(response->body, body) << cut;
    }
  }
}

base::TrustedProxies trusting(std::initializer_list<std::string_view> networks) {
  base::TrustedProxies trusted;
  for (const auto network : networks) trusted.networks.push_back(*base::Network::parse(network));
  return trusted;
}

net::ServerOptions with_limits(const net::Limits& limits) {
  net::ServerOptions options;
  options.limits = limits;
  return options;
}

Running::Running(net::ServerOptions options) {
  if (options.listen.address.empty()) options.listen.address = "127.0.0.1";
  auto made = net::Server::create(std::move(options), [this](std::size_t) {
    return net::WorkerParts{make_test_handler(), std::make_unique<TestObserver>(events_)};
  });
  if (!made) throw std::runtime_error(made.error());
  server_ = std::move(*made);
  server_->start();
}

void Running::synchronise() {
  constexpr std::string_view kProbe = "GET /none HTTP/1.1\r\nHost: probe\r\n\r\n";
  if (!probe_) probe_ = connect();
  probe_->send(kProbe);
  EXPECT_TRUE(probe_->receive());
  // The first response is sent before the responses of its turn are reported, the second in a later turn. A port of TLS
  // has closed.
  if (probe_->send(kProbe)) static_cast<void>(probe_->receive());
}

void Running::stop_and_wait() {
  server_->stop();
  server_->wait();
}

}  // namespace agent_access::test
