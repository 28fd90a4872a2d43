/// \file
/// One thread of the server: its event loop, its listeners and its connections. Nothing here is shared with another
/// worker but the connection counts, which lock inside.
#pragma once

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "http/handler.hpp"
#include "net/connection_counts.hpp"
#include "net/limits.hpp"
#include "net/listener.hpp"
#include "net/server.hpp"
#include "net/session.hpp"

namespace agent_access::net {

class Worker final : public SessionOwner, public ListenerOwner {
 public:
  /// `options` and the counts must outlive the worker. Throws std::system_error when the system lacks what a loop
  /// needs.
  Worker(const ServerOptions& options, WorkerParts parts, std::vector<Descriptor> sockets, ConnectionCounts& counts,
         ConnectionCounts& handshakes);
  ~Worker();

  /// The thread's whole life: returns after stop() or abort(), when the last connection is closed.
  void run() noexcept;

  // From any thread.
  void post(std::function<void(http::Handler&)> task);
  void set_tls(std::shared_ptr<const TlsContext> tls);
  void stop() noexcept;
  void abort() noexcept;

 private:
  enum class Order : std::uint8_t { serve, stop, abort };
  using Executor = boost::asio::io_context::executor_type;
  using Timer = boost::asio::basic_waitable_timer<SteadyClock, boost::asio::wait_traits<SteadyClock>, Executor>;

  void accepted(Descriptor socket, const base::IpAddress& peer) override;
  void backing_off(int error_number) noexcept override;
  void release(Sessions::iterator session) noexcept override;
  void turn_away(const Descriptor& socket, const base::IpAddress& peer);

  void give(Order order) noexcept;
  void await_orders();
  void obey();
  void begin_stop();
  void close_all() noexcept;
  template <class Step>
  void for_each_session(Step step) noexcept;
  void await_tick() noexcept;
  void on_tick();
  [[nodiscard]] bool needs_tick() const noexcept;
  void end_if_done() noexcept;

  const ServerOptions& options_;
  WorkerParts parts_;
  ConnectionCounts& counts_;
  boost::asio::io_context context_;
  boost::asio::posix::basic_stream_descriptor<Executor> bell_;  ///< an eventfd: rung for each order
  int bell_number_;
  Timer timer_;
  Workbench bench_;
  std::list<Listener> listeners_;
  Sessions sessions_;
  std::atomic<Order> order_{Order::serve};
  bool ticking_ = false;
  SteadyTime tick_due_;
  SteadyTime drain_until_;
};

}  // namespace agent_access::net
