// Which connections are admitted, and which ones a worker closes when memory or connections run out.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "net/worker.hpp"

namespace agent_access::net {
namespace {

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
