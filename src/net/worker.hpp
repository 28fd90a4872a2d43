/// \file
/// One thread of the server: its event loop, its listeners and its connections. Workers share only the counts and the
/// task queues, which lock inside or are atomic.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "http/handler.hpp"
#include "net/capacity/connection_counts.hpp"
#include "net/io/event_loop.hpp"
#include "net/server.hpp"
#include "net/session.hpp"

namespace agent_access::net {

/// Counts of all workers together.
struct SharedCounts {
  ConnectionCounts connections;
  ConnectionCounts handshakes;
  MemoryBudget memory;
};

class Worker final : public SessionOwner, public ListenerOwner, private EventSource {
 public:
  /// `options` and `shared` must outlive the worker. Throws std::system_error without descriptors or memory.
  Worker(const ServerOptions& options, WorkerParts parts, std::vector<Descriptor> sockets, SharedCounts& shared,
         std::shared_ptr<const base::TrustedProxies> trusted);
  ~Worker();

  /// The body of the thread: returns after stop() or abort(), when the last connection is closed.
  void run() noexcept;

  // From any thread.
  void post(std::function<void(http::Handler&)> task);
  void set_tls(std::shared_ptr<const TlsContext> tls);
  void set_trusted_proxies(std::shared_ptr<const base::TrustedProxies> trusted);
  void stop() noexcept;
  void abort() noexcept;
  /// Wakes the event loop. Returns for how long calls have seen no turn of it completed; zero when one was completed
  /// since the last call, and before and after run(). A busy loop counts as running, however late it reads the wake-up.
  [[nodiscard]] SteadyClock::duration overdue(SteadyTime now) noexcept;

 private:
  enum class Order : std::uint8_t { serve, stop, abort };
  using Task = std::function<void()>;

  void accepted(Descriptor socket, const base::IpAddress& peer) override;
  void backing_off(int error_number) noexcept override;
  void release(Sessions::iterator session) noexcept override;
  void has_received(Session& session) override;
  void has_responses(Session& session) override;
  void waits_for_turn(Session& session) override;
  void answer() noexcept;
  void serve_waiting() noexcept;
  void refuse_connection(const Descriptor& socket, const base::IpAddress& peer);

  [[nodiscard]] base::Result<ConnectionCounts::Admission, http::Refused> admit(const base::IpAddress& peer);
  void relieve() noexcept;
  void close_resting(SteadyTime now);

  void on_ready(Interest ready, SteadyTime now) noexcept override;  // the wake event
  void wake() noexcept;
  void add(Task task);
  void run_tasks() noexcept;
  void give(Order order) noexcept;
  void begin_stop() noexcept;
  void close_all() noexcept;
  template <class Step>
  void for_each_session(Step step) noexcept;
  [[nodiscard]] std::optional<SteadyTime> next_tick() const noexcept;
  void tick() noexcept;
  [[nodiscard]] bool is_done() const noexcept { return resources_.stopping && sessions_.empty(); }

  const ServerOptions& options_;
  WorkerParts parts_;
  SharedCounts& shared_;
  EventLoop loop_;
  Descriptor wake_event_;  ///< an eventfd, written for each order and task
  Watch wake_watch_;
  WorkerResources resources_;
  std::list<Listener> listeners_;
  Sessions sessions_;
  Sessions finished_;                ///< to be destroyed after the turn of the loop
  std::vector<Session*> received_;   ///< sessions that have received bytes in this turn
  std::vector<Session*> responses_;  ///< sessions that have responses to send
  std::deque<Session*> waiting_;     ///< sessions that have used their share, in the order in which they go on
  std::atomic<Order> order_{Order::serve};
  std::atomic<bool> is_running_{false};
  std::atomic<std::uint64_t> turns_{0};  ///< completed turns of the event loop
  std::mutex overdue_mutex_;
  std::uint64_t seen_turns_ = ~std::uint64_t{0};  ///< turns_ at the last call of overdue()
  SteadyClock::duration overdue_{};               ///< for how long calls have seen that same count
  SteadyTime overdue_at_;                         ///< the last call
  std::mutex tasks_mutex_;
  std::vector<Task> tasks_;
  SteadyTime tick_due_;
  SteadyTime drain_until_;
  SteadyTime relief_due_;  ///< when to look again for connections to close
};

}  // namespace agent_access::net
