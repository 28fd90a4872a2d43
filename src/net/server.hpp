/// \file
/// The HTTP server: one worker thread per core, with one event loop and one listening socket each (SO_REUSEPORT), or
/// shared descriptors with socket activation. Independent of the content it serves.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/ip_address.hpp"
#include "base/result.hpp"
#include "http/handler.hpp"
#include "net/capacity/limits.hpp"
#include "net/io/sockets.hpp"
#include "net/tls/tls_context.hpp"

namespace agent_access::net {

struct ServerOptions {
  Endpoint listen;
  std::vector<int> inherited;  ///< listening descriptors passed by the service manager; `listen` is then unused
  std::size_t threads = 1;
  Limits limits;
  base::TrustedProxies trusted;             ///< exempt from the caps of an address
  std::chrono::milliseconds drain{25'000};  ///< how long stop() waits for requests in flight
  std::shared_ptr<const TlsContext> tls{};  ///< null: plain HTTP
};

/// The handler and observer of one worker. Made on the starting thread, used on the worker's thread only.
struct WorkerParts {
  std::unique_ptr<http::Handler> handler;
  std::unique_ptr<http::Observer> observer;
};

class Server {
 public:
  /// Binds every socket before it returns, so that a port in use is an error at start. `make_parts(worker)` is called
  /// once for each worker. An error is a sentence: "cannot listen on 127.0.0.1:8080: Address already in use".
  [[nodiscard]] static base::Result<std::unique_ptr<Server>, std::string> create(
      ServerOptions options, const std::function<WorkerParts(std::size_t worker)>& make_parts);
  ~Server();

  /// Starts the workers and returns.
  void start();
  /// The bound port (for a server that was given port 0).
  [[nodiscard]] std::uint16_t port() const noexcept;
  /// Bytes held for all connections. Thread safe.
  [[nodiscard]] std::size_t held_memory() const noexcept;

  /// Runs `task` on the thread of that worker, between two requests, for example to give a handler its next snapshot.
  /// Thread safe. A task posted after the worker ended never runs; exceptions are ignored.
  void post(std::size_t worker, std::function<void(http::Handler&)> task);

  /// New connections use this context, which is not null; open ones keep theirs. Only with TLS. Thread safe.
  void set_tls(const std::shared_ptr<const TlsContext>& tls);

  /// New connections use these proxies, for caps; open ones stay as they were admitted. Thread safe.
  void set_trusted_proxies(const std::shared_ptr<const base::TrustedProxies>& trusted);
  /// For how long calls have seen the slowest worker complete no turn of its event loop. Each call wakes every worker,
  /// idle ones too. Called at least once a second, it returns how long a worker has been stuck; of a longer time
  /// between two calls a second counts. Workers that have not started or have ended do not count. Thread safe.
  [[nodiscard]] std::chrono::nanoseconds overdue() noexcept;

  /// Drains the accept queue and stops accepting, completes requests in flight with `Connection: close`, closes idle
  /// connections, and after the drain time all others. Returns at once; wait() returns when all workers are done.
  /// stop() and abort() may be called from any thread, repeatedly and in any order.
  void stop() noexcept;
  /// Closes everything now.
  void abort() noexcept;
  void wait();
  /// wait() would return at once. Thread safe.
  [[nodiscard]] bool has_ended() const noexcept;

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::net
