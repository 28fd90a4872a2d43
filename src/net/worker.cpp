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

/// A network that uses more than one 8th of memory or connections uses more than its fair part.
constexpr std::int64_t kFairPart = 8;
/// One 16th of the connections is kept free, as long as there are idle connections to close.
constexpr std::size_t kSparePart = 16;

std::vector<ShedCandidate> candidates_of(const std::vector<Session*>& sessions, Session::Uses uses, SteadyTime now) {
  std::vector<ShedCandidate> candidates;
  candidates.reserve(sessions.size());
  for (const Session* session : sessions) candidates.push_back(session->shed_candidate(uses, now));
  return candidates;
}

template <class Condition>
std::vector<Session*> sheddable(Sessions& all, SteadyTime now, Condition condition) {
  std::vector<Session*> chosen;
  for (Session& session : all) {
    if (session.can_be_shed(now) && condition(session)) chosen.push_back(&session);
  }
  return chosen;
}

}  // namespace

Worker::Worker(const ServerOptions& options, WorkerParts parts, std::vector<Descriptor> sockets, SharedCounts& shared,
               std::shared_ptr<const base::TrustedProxies> trusted)
    : options_(options),
      parts_(complete(std::move(parts))),
      shared_(shared),
      memory_(shared.memory),
      wake_event_(new_wake_event()),
      wake_watch_(loop_, *this),
      resources_(options.limits, *parts_.handler, *parts_.observer) {
  resources_.tls = options.tls;
  resources_.memory = &memory_;
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
/// the next turn, and those who pipeline many or read large bodies share what is left, one after the other.
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

/// Only while there is a deadline, so that an idle server sleeps.
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

base::Result<ConnectionCounts::Place, http::Refused> Worker::admit(const base::IpAddress& peer) {
  if (shared_.memory.is_spent()) relieve();
  const bool is_ours_to_give = memory_.is_over_part(options_.threads);
  if (shared_.memory.is_spent() && is_ours_to_give) return base::Failure(http::Refused::memory);
  auto place = shared_.connections.try_add(peer);
  const SteadyTime now = SteadyClock::now();
  if (!place && place.error() == http::Refused::total && now >= connections_due_) {
    const std::size_t spare = std::max<std::size_t>(shared_.connections.cap() / kSparePart, 1);
    const std::size_t present = shared_.connections.is_exempt(peer) ? 0 : shared_.connections.of_network(peer);
    if (relieve_connections(spare, present, now)) place = shared_.connections.try_add(peer);
  }
  if (place && is_over_share(*place)) return base::Failure(http::Refused::network);
  return place;
}

bool Worker::is_over_share(const ConnectionCounts::Place& place) const noexcept {
  return std::ranges::any_of(std::array{Reach::address, Reach::network, Reach::wide_network}, [&](Reach reach) {
    const NetworkUse* const use = place.use(reach);
    return use != nullptr &&
           use->held.load(std::memory_order_relaxed) > static_cast<std::int64_t>(shared_.memory.shares().of(reach));
  });
}

/// Called when a session has grown. One that holds much is closed at once; for others, a less useful one is chosen
/// after the turn of the loop. The turn ends early when all memory is in use, since hundreds may grow in one turn.
void Worker::exceeded(Sessions::iterator session, Excess excess) noexcept {
  const SteadyTime now = SteadyClock::now();
  share_exceeded_ = share_exceeded_ || excess == Excess::share;
  if (excess == Excess::total && now >= memory_due_) loop_.end_turn();
  const ShedCandidate candidate = session->shed_candidate(Session::Uses::bytes, now);
  if (!candidate.is_greedy || candidate.is_exempt) return;
  shed(*session, excess == Excess::share ? http::Shed::share : http::Shed::memory, now);
}

void Worker::shed(Session& session, http::Shed reason, SteadyTime now) noexcept {
  if (session.shed(now)) resources_.observer.connection_shed(reason);
  memory_.publish();
}

/// Called after a turn of the loop. What did not free enough is not tried again before the next tick.
void Worker::relieve() noexcept {
  const std::size_t cap = shared_.connections.cap();
  const std::size_t spare = cap / kSparePart;
  const bool is_crowded = spare > 0 && shared_.connections.total() > cap - spare;
  if (!shared_.memory.is_pressed() && !share_exceeded_ && !is_crowded) return;
  const SteadyTime now = SteadyClock::now();
  try {
    const bool is_due = now >= memory_due_ || memory_.is_over_part(options_.threads);
    if (shared_.memory.is_pressed() && is_due) {
      memory_.publish();
      relieve_memory(now);
      if (shared_.memory.is_pressed()) memory_due_ = now + kTick;
    }
    if (share_exceeded_ && now >= shares_due_) {
      relieve_shares(now);
      shares_due_ = now + kTick;
    }
    if (is_crowded && now >= connections_due_) {
      static_cast<void>(relieve_connections(shared_.connections.total() - (cap - spare), 0, now));
    }
  } catch (...) {
    // Out of memory for the search: connections that grow meanwhile are closed one by one.
  }
}

/// The lower ranks are closed until the budget is relieved, the higher ones only as far as new connections need room,
/// those of trusted proxies only when nothing else is left. Connections of modest networks are closed only by a worker
/// that holds more than its part: another worker may not have had the time to close greedy ones.
void Worker::relieve_memory(SteadyTime now) {
  const std::vector<Session*> sessions = sheddable(sessions_, now, [](const Session&) { return true; });
  const std::vector<ShedCandidate> candidates = candidates_of(sessions, Session::Uses::bytes, now);
  const std::int64_t fair = static_cast<std::int64_t>(shared_.memory.shares().total) / kFairPart;
  for (const std::size_t index : closing_order(candidates, fair, Rank::exempt)) {
    if (shared_.memory.is_relieved()) return;
    const Rank rank = rank_of(candidates[index], fair);
    if (rank >= Rank::idle_modest && !memory_.is_over_part(options_.threads)) return;
    if (rank > Rank::idle_modest && !shared_.memory.is_pressed()) return;
    if (rank == Rank::exempt && !shared_.memory.is_spent()) return;
    shed(*sessions[index], http::Shed::memory, now);
  }
}

/// Closes connections of each network that holds more than its share, until it does not.
void Worker::relieve_shares(SteadyTime now) {
  const std::vector<Session*> sessions =
      sheddable(sessions_, now, [this](const Session& session) { return is_over_share(session.place()); });
  const std::vector<ShedCandidate> candidates = candidates_of(sessions, Session::Uses::bytes, now);
  for (const std::size_t index : closing_order(candidates, 0, Rank::active_modest)) {
    if (is_over_share(sessions[index]->place())) shed(*sessions[index], http::Shed::share, now);
  }
  // Responses that are still being sent may keep it above.
  share_exceeded_ = std::ranges::any_of(sessions_, [this](const Session& each) { return is_over_share(each.place()); });
}

/// Closes up to `wanted` connections of networks that have more than `newcomers`, the number of the new connection's
/// network. False: none was found.
bool Worker::relieve_connections(std::size_t wanted, std::size_t newcomers, SteadyTime now) {
  const std::vector<Session*> sessions = sheddable(sessions_, now, [](const Session&) { return true; });
  const std::vector<ShedCandidate> candidates = candidates_of(sessions, Session::Uses::connections, now);
  const std::int64_t fair = static_cast<std::int64_t>(shared_.connections.cap()) / kFairPart;
  std::size_t closed = 0;
  for (const std::size_t index : closing_order(candidates, fair, Rank::idle_modest)) {
    const ShedCandidate& candidate = candidates[index];
    const bool is_cheap = candidate.activity != Activity::active;
    if (closed == wanted) break;
    if (!is_cheap || candidate.network_uses <= static_cast<std::int64_t>(newcomers)) continue;
    shed(*sessions[index], http::Shed::connections, now);
    ++closed;
  }
  if (closed < wanted) connections_due_ = now + kTick;
  return closed > 0;
}

}  // namespace agent_access::net
