#include "net/worker.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <boost/asio/post.hpp>

#include <array>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

namespace agent_access::net {
namespace {

/// So late a tick is not delayed but lost.
constexpr std::chrono::seconds kLostTick{1};

class SilentObserver final : public http::Observer {
 public:
  void answered(const http::Answered&) noexcept override {}
};

int new_bell() {
  const int number = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (number < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  return number;
}

WorkerParts complete(WorkerParts parts) {
  if (!parts.observer) parts.observer = std::make_unique<SilentObserver>();
  return parts;
}

boost::asio::ip::tcp protocol_of(int descriptor) noexcept {
  int domain = AF_INET;
  socklen_t size = sizeof domain;
  ::getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size);
  return domain == AF_INET6 ? boost::asio::ip::tcp::v6() : boost::asio::ip::tcp::v4();
}

}  // namespace

Worker::Worker(const ServerOptions& options, WorkerParts parts, std::vector<Descriptor> sockets,
               ConnectionCounts& counts, ConnectionCounts& handshakes)
    : options_(options),
      parts_(complete(std::move(parts))),
      counts_(counts),
      context_(1),
      bell_(context_.get_executor(), new_bell()),
      bell_number_(bell_.native_handle()),
      timer_(context_.get_executor()),
      bench_(options.limits, *parts_.handler, *parts_.observer) {
  bench_.tls = options.tls;
  bench_.handshakes = &handshakes;
  bench_.http2_prior_knowledge = options.http2_prior_knowledge;
  if (options.proxy_protocol) bench_.proxied = &counts;
  for (Descriptor& socket : sockets) listeners_.emplace_back(context_, std::move(socket), *this);
}

Worker::~Worker() = default;

void Worker::run() noexcept {
  await_orders();
  for (Listener& listener : listeners_) listener.start();
  for (;;) {
    try {
      context_.run();
      return;
    } catch (...) {
      // Sessions and tasks catch what they throw; the loop outlives whatever is left.
    }
  }
}

void Worker::post(std::function<void(http::Handler&)> task) {
  boost::asio::post(context_, [this, task = std::move(task)] {
    try {
      task(bench_.handler);
    } catch (...) {
      // A task reports its own failures; the old state simply stays.
    }
  });
}

void Worker::set_tls(std::shared_ptr<const TlsContext> tls) {
  boost::asio::post(context_, [this, tls = std::move(tls)]() mutable { bench_.tls = std::move(tls); });
}

void Worker::stop() noexcept { give(Order::stop); }

void Worker::abort() noexcept { give(Order::abort); }

/// Orders only grow stricter. An eventfd needs no memory, so that stopping cannot fail.
void Worker::give(Order order) noexcept {
  Order current = order_.load();
  while (current < order && !order_.compare_exchange_weak(current, order)) {
  }
  ::eventfd_write(bell_number_, 1);
}

void Worker::await_orders() {
  bell_.async_wait(boost::asio::posix::descriptor_base::wait_read, [this](const boost::system::error_code& error) {
    if (!error) obey();
  });
}

void Worker::obey() {
  eventfd_t rung = 0;
  ::eventfd_read(bell_number_, &rung);
  await_orders();
  const Order order = order_.load();
  if (order == Order::serve) return;
  if (!bench_.stopping) begin_stop();
  if (order == Order::abort) close_all();
  end_if_done();
}

void Worker::begin_stop() {
  bench_.stopping = true;
  const SteadyTime now = SteadyClock::now();
  drain_until_ = now + options_.drain;
  for (Listener& listener : listeners_) listener.drain_and_close();
  for_each_session([now](Session& session) { session.drain(now); });
  await_tick();
}

void Worker::close_all() noexcept {
  for_each_session([](Session& session) { session.close(); });
}

void Worker::accepted(Descriptor socket, const base::IpAddress& peer) {
  if (!counts_.try_add(peer)) {
    if (bench_.tls) return;  // words would need a handshake
    return turn_away(socket, peer);
  }
  try {
    const int number = socket.number();
    const int on = 1;
    ::setsockopt(number, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Session::Socket stream(context_.get_executor());
    stream.assign(protocol_of(number), number);
    static_cast<void>(socket.release());
    sessions_.emplace_front(std::move(stream), peer, bench_, *this);
  } catch (...) {
    counts_.remove(peer);
    throw;
  }
  const auto session = sessions_.begin();
  session->start(session, SteadyClock::now());
  if (session->is_finished()) release(session);
  await_tick();
}

/// A cap is reached. The answer fits a fresh send buffer; who does not get it finds a closed connection.
void Worker::turn_away(const Descriptor& socket, const base::IpAddress& peer) {
  const SteadyTime now = SteadyClock::now();
  bench_.refuse(http::ReadFault::server_full, http::Method::other, now, bench_.outbox);
  static_cast<void>(bench_.outbox.send(socket.number()));
  bench_.outbox.finish(peer.to_text(), bench_.observer, SteadyClock::now());
  ::shutdown(socket.number(), SHUT_WR);
  // Closing with unread bytes resets the connection, which may overtake the answer.
  std::array<char, 2048> unread;
  while (::recv(socket.number(), unread.data(), unread.size(), MSG_DONTWAIT) == static_cast<ssize_t>(unread.size())) {
  }
}

/// No arrival asks for a lost tick while the listener rests: the timer is set anew.
void Worker::backing_off(int error_number) noexcept {
  bench_.observer.accept_failed(error_number);
  ticking_ = false;
  await_tick();
}

void Worker::release(Sessions::iterator session) noexcept {
  counts_.remove(session->peer());
  sessions_.erase(session);
  end_if_done();
}

template <class Step>
void Worker::for_each_session(Step step) noexcept {
  for (auto session = sessions_.begin(); session != sessions_.end();) {
    const auto current = session++;
    step(*current);
    if (current->is_finished()) release(current);
  }
}

bool Worker::needs_tick() const noexcept {
  if (!sessions_.empty()) return true;
  for (const Listener& listener : listeners_) {
    if (listener.is_resting()) return true;
  }
  return false;
}

/// The timer runs only while there is a deadline to watch, so that an idle server sleeps. A tick that did not come (the
/// kernel refused to set the timer) is asked for again, or no deadline and no rest would ever end.
void Worker::await_tick() noexcept {
  const SteadyTime now = SteadyClock::now();
  const bool is_lost = ticking_ && now > tick_due_ + kLostTick;
  if ((ticking_ && !is_lost) || !needs_tick()) return;
  try {
    timer_.expires_after(kTick);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      ticking_ = false;
      on_tick();
    });
    ticking_ = true;
    tick_due_ = now + kTick;
  } catch (...) {
    // No memory for a timer now: the next connection or back-off tries again.
  }
}

void Worker::on_tick() {
  const SteadyTime now = SteadyClock::now();
  for (Listener& listener : listeners_) listener.tick(now);
  for_each_session([now](Session& session) { session.tick(now); });
  if (bench_.stopping && now >= drain_until_) close_all();
  await_tick();
}

void Worker::end_if_done() noexcept {
  if (!bench_.stopping || !sessions_.empty()) return;
  boost::system::error_code ignored;
  static_cast<void>(bell_.cancel(ignored));
  timer_.cancel();
}

}  // namespace agent_access::net
