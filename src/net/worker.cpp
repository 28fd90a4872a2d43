#include "net/worker.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <system_error>
#include <tuple>
#include <utility>

namespace agent_access::net {
namespace {

/// What counts of the time between two calls of overdue(): if it was longer, the whole process may have been paused.
constexpr SteadyClock::duration kLongestPause = std::chrono::seconds{1};

class SilentObserver final : public http::Observer {
 public:
  void on_response_sent(const http::Answered&) noexcept override {}
};

Descriptor new_wake_event() {
  Descriptor bell(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (bell.number() < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  return bell;
}

WorkerParts complete(WorkerParts parts) {
  if (!parts.observer) parts.observer = std::make_unique<SilentObserver>();
  return parts;
}

/// For how long a turn serves connections that have used their share: what a request waits longer because of them.
constexpr std::chrono::microseconds kWaitingTime{200};

}  // namespace

Worker::Worker(const ServerOptions& options, WorkerParts parts, std::vector<Descriptor> sockets, SharedCounts& shared,
               std::shared_ptr<const base::TrustedProxies> trusted)
    : options_(options),
      parts_(complete(std::move(parts))),
      shared_(shared),
      wake_event_(new_wake_event()),
      wake_watch_(loop_, *this),
      resources_(options.limits, *parts_.handler, *parts_.observer) {
  resources_.tls = options.tls;
  resources_.memory = &shared.memory;
  resources_.handshakes = &shared.handshakes;
  resources_.trusted = std::move(trusted);
  for (Descriptor& socket : sockets) listeners_.emplace_back(loop_, std::move(socket), *this);
  if (!wake_watch_.want(wake_event_.number(), Interest::readable)) {
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
  }
}

Worker::~Worker() = default;

void Worker::run() noexcept {
  is_running_ = true;
  for (Listener& listener : listeners_) listener.start();
  while (!is_done()) {
    loop_.turn(waiting_.empty() ? next_tick() : SteadyTime::min());
    answer();
    serve_waiting();
    tick();
    relieve();
    answer();
    finished_.clear();
    // At the end of the turn: whoever sees the count knows that this turn reads no wake-up any more.
    turns_.store(turns_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  is_running_ = false;
}

void Worker::post(std::function<void(http::Handler&)> task) {
  add([this, task = std::move(task)] { task(resources_.handler); });
}

void Worker::set_tls(std::shared_ptr<const TlsContext> tls) {
  add([this, tls = std::move(tls)] { resources_.tls = tls; });
}

void Worker::set_trusted_proxies(std::shared_ptr<const base::TrustedProxies> trusted) {
  add([this, trusted = std::move(trusted)] { resources_.trusted = trusted; });
}

void Worker::add(Task task) {
  {
    const std::scoped_lock lock(tasks_mutex_);
    tasks_.push_back(std::move(task));
  }
  wake();
}

void Worker::stop() noexcept { give(Order::stop); }

void Worker::abort() noexcept { give(Order::abort); }

/// An order can only be replaced by a stricter one. An eventfd needs no memory, so that stopping cannot fail.
void Worker::give(Order order) noexcept {
  Order current = order_.load();
  while (current < order && !order_.compare_exchange_weak(current, order)) {
  }
  wake();
}

/// Every call wakes the worker, and only after it has read the count: a wake-up that the worker reads later is followed
/// by a higher count, so that no wake-up can be lost between two callers.
SteadyClock::duration Worker::overdue(SteadyTime now) noexcept {
  if (!is_running_) return {};
  const std::scoped_lock lock(overdue_mutex_);
  const std::uint64_t turns = turns_.load(std::memory_order_acquire);
  wake();
  if (turns == seen_turns_) {
    overdue_ += std::clamp(now - overdue_at_, SteadyClock::duration{}, kLongestPause);
  } else {
    seen_turns_ = turns;
    overdue_ = {};
  }
  overdue_at_ = now;
  return overdue_;
}

void Worker::wake() noexcept { ::eventfd_write(wake_event_.number(), 1); }

void Worker::on_ready(Interest, SteadyTime) noexcept {
  eventfd_t count = 0;
  ::eventfd_read(wake_event_.number(), &count);
  run_tasks();
  const Order order = order_.load();
  if (order == Order::serve) return;
  if (!resources_.stopping) begin_stop();
  if (order == Order::abort) close_all();
}

void Worker::run_tasks() noexcept {
  std::vector<Task> tasks;
  {
    const std::scoped_lock lock(tasks_mutex_);
    tasks.swap(tasks_);
  }
  for (const Task& task : tasks) {
    try {
      task();
    } catch (...) {
      // A task reports its own failures; the old state stays in use.
    }
  }
}

void Worker::begin_stop() noexcept {
  resources_.stopping = true;
  const SteadyTime now = SteadyClock::now();
  drain_until_ = now + options_.drain;
  for (Listener& listener : listeners_) listener.drain_and_close();
  for_each_session([now](Session& session) { session.drain(now); });
}

void Worker::close_all() noexcept {
  for_each_session([](Session& session) { session.abort(); });
}

void Worker::accepted(Descriptor socket, const base::IpAddress& peer) {
  auto place = admit(peer);
  if (!place) {
    resources_.observer.connection_refused(place.error());
    if (resources_.tls) return;  // a response would need a handshake
    return refuse_connection(socket, peer);
  }
  const int on = 1;
  ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sessions_.emplace_front(std::move(socket), std::move(*place), peer, loop_, resources_, *this);
  const auto session = sessions_.begin();
  if (session->start(session, SteadyClock::now())) return;
  release(session);
  throw std::bad_alloc();
}

/// A cap is reached: sends 503 and closes. The response fits into an empty send buffer; if it is lost, the peer only
/// sees the close.
void Worker::refuse_connection(const Descriptor& socket, const base::IpAddress& peer) {
  const SteadyTime now = SteadyClock::now();
  resources_.refuse(http::RequestError::server_full, http::Method::other, now, resources_.outbox);
  static_cast<void>(resources_.outbox.send(socket.number()));
  resources_.outbox.finish(peer.to_text(), resources_.observer, SteadyClock::now());
  ::shutdown(socket.number(), SHUT_WR);
  // Closing with unread bytes resets the connection, and the peer may not receive the response.
  std::array<char, 2048> unread;
  while (::recv(socket.number(), unread.data(), unread.size(), MSG_DONTWAIT) == static_cast<ssize_t>(unread.size())) {
  }
}

void Worker::backing_off(int error_number) noexcept { resources_.observer.accept_failed(error_number); }

void Worker::release(Sessions::iterator session) noexcept {
  if (session->is_waiting()) std::erase(waiting_, &*session);
  finished_.splice(finished_.begin(), sessions_, session);
}

void Worker::has_received(Session& session) { received_.push_back(&session); }

void Worker::has_responses(Session& session) { responses_.push_back(&session); }

/// Handles the requests of all sessions, then sends all responses, then reports them. A session that continues may have
/// further responses, which come to the end of the list.
void Worker::answer() noexcept {
  for (Session* const session : received_) session->handle_received();
  received_.clear();
  for (std::size_t begin = 0; begin < responses_.size();) {
    const std::size_t end = responses_.size();
    for (std::size_t index = begin; index < end; ++index) responses_[index]->send_responses();
    const SteadyTime now = SteadyClock::now();
    for (; begin < end; ++begin) responses_[begin]->finish_responses(now);
  }
  responses_.clear();
}

void Worker::waits_for_turn(Session& session) { waiting_.push_back(&session); }

/// Fairness between connections, all of it with Session::take_share(): whoever sends a request meanwhile comes first in
/// the next turn, and those who pipeline many share what is left, one after the other.
void Worker::serve_waiting() noexcept {
  SteadyTime now = SteadyClock::now();
  const SteadyTime end = now + kWaitingTime;
  for (std::size_t left = waiting_.size(); left != 0 && !waiting_.empty() && now < end; --left) {
    Session* const session = waiting_.front();
    waiting_.pop_front();
    session->resume(now);
    answer();
    now = SteadyClock::now();
  }
}

template <class Step>
void Worker::for_each_session(Step step) noexcept {
  for (auto session = sessions_.begin(); session != sessions_.end();) {
    const auto current = session++;  // a session that closes leaves the list
    step(*current);
  }
}

/// There is one only while there is a deadline, so that an idle server sleeps.
std::optional<SteadyTime> Worker::next_tick() const noexcept {
  const auto is_backing_off = [](const Listener& listener) { return listener.is_backing_off(); };
  if (sessions_.empty() && std::ranges::none_of(listeners_, is_backing_off)) return std::nullopt;
  return tick_due_;
}

void Worker::tick() noexcept {
  const SteadyTime now = SteadyClock::now();
  if (now < tick_due_) return;
  tick_due_ = now + kTick;
  for (Listener& listener : listeners_) listener.tick(now);
  for_each_session([now](Session& session) { session.tick(now); });
  if (resources_.stopping && now >= drain_until_) close_all();
}

base::Result<ConnectionCounts::Admission, http::Refused> Worker::admit(const base::IpAddress& peer) {
  if (!shared_.memory.has_room_for(0)) relieve();
  if (!shared_.memory.has_room_for(0)) return base::Failure(http::Refused::memory);
  return shared_.connections.try_add(peer);
}

/// Called after a turn of the loop, and for a connection that finds no room. What did not free enough is not tried
/// again before the next tick.
void Worker::relieve() noexcept {
  if (!shared_.memory.is_pressed()) return;
  const SteadyTime now = SteadyClock::now();
  if (now < relief_due_) return;
  try {
    close_resting(now);
  } catch (...) {
    // Out of memory for the search: connections that grow meanwhile are closed one by one.
  }
  if (!shared_.memory.is_relieved()) relief_due_ = now + kTick;
}

/// Closes connections that wait for their peers until the budget is relieved: the longest waiting first, but those of
/// usual size last, so that they stay where a few large ones use the memory.
void Worker::close_resting(SteadyTime now) {
  std::vector<std::tuple<bool, SteadyTime, Session*>> resting;
  for (Session& session : sessions_) {
    if (const auto since = session.resting_since(now)) resting.emplace_back(session.is_small(), *since, &session);
  }
  std::ranges::sort(resting);
  for (const auto& [is_small, since, session] : resting) {
    if (shared_.memory.is_relieved()) return;
    session->shed(now);
  }
}

}  // namespace agent_access::net
