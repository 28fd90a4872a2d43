#include "net/server.hpp"

#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "net/capacity/memory_budget.hpp"
#include "net/memory_return.hpp"
#include "net/worker.hpp"

namespace agent_access::net {
namespace {

std::size_t connection_cap(const Limits& limits) noexcept {
  return limits.connections != 0 ? limits.connections : default_connection_cap();
}

/// The sockets of each worker.
base::Result<std::vector<std::vector<Descriptor>>, SocketError> open_sockets(const ServerOptions& options) {
  std::vector<std::vector<Descriptor>> all(options.threads);
  if (!options.inherited.empty()) {
    for (std::vector<Descriptor>& sockets : all) {
      auto shared = share_inherited(options.inherited);
      if (!shared) return base::Failure<SocketError>(std::move(shared).error());
      sockets = std::move(*shared);
    }
    return all;
  }
  auto own = listen_on(options.listen, options.threads);
  if (!own) return base::Failure<SocketError>(std::move(own).error());
  for (std::size_t worker = 0; worker < options.threads; ++worker) all[worker].push_back(std::move((*own)[worker]));
  return all;
}

/// Blocks signals in new threads, which inherit this mask: the starting thread handles them.
class SignalsBlocked {
 public:
  SignalsBlocked() noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

struct Server::State {
  explicit State(ServerOptions chosen)
      : options(std::move(chosen)),
        shared{.connections = {{connection_cap(options.limits), options.limits.connections_per_address},
                               options.trusted.networks},
               .handshakes = {{options.limits.handshakes, options.limits.handshakes_per_address},
                              options.trusted.networks},
               .memory = MemoryBudget(options.limits.memory)} {}

  const ServerOptions options;
  SharedCounts shared;
  std::uint16_t port = 0;
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<std::thread> threads;
  std::atomic<std::size_t> running{0};  ///< of the threads
  std::optional<MemoryReturn> memory_return;
};

base::Result<std::unique_ptr<Server>, std::string> Server::create(
    ServerOptions options, const std::function<WorkerParts(std::size_t worker)>& make_parts) {
  auto sockets = open_sockets(options);
  if (!sockets) return base::Failure(std::move(sockets).error().message);
  try {
    const auto trusted = std::make_shared<const base::TrustedProxies>(options.trusted);
    auto state = std::make_unique<State>(std::move(options));
    state->port = bound_port(sockets->front().front().number());
    for (std::size_t worker = 0; worker < sockets->size(); ++worker) {
      state->workers.push_back(std::make_unique<Worker>(state->options, make_parts(worker),
                                                        std::move((*sockets)[worker]), state->shared, trusted));
    }
    return std::unique_ptr<Server>(new Server(std::move(state)));
  } catch (const std::system_error& error) {
    return base::Failure(std::string("cannot set up the event loops: ") + error.what());
  }
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}

Server::~Server() {
  abort();
  wait();
}

void Server::start() {
  const SignalsBlocked blocked;
  for (const std::unique_ptr<Worker>& worker : state_->workers) {
    ++state_->running;
    try {
      state_->threads.emplace_back([&each = *worker, &running = state_->running] {
        each.run();
        --running;
      });
    } catch (...) {
      --state_->running;
      throw;
    }
  }
  state_->memory_return.emplace(state_->shared.memory);
}

std::size_t Server::held_memory() const noexcept {
  return static_cast<std::size_t>(std::max<std::int64_t>(state_->shared.memory.held(), 0));
}

std::uint16_t Server::port() const noexcept { return state_->port; }

void Server::post(std::size_t worker, std::function<void(http::Handler&)> task) {
  state_->workers.at(worker)->post(std::move(task));
}

void Server::set_tls(const std::shared_ptr<const TlsContext>& tls) {
  for (const std::unique_ptr<Worker>& worker : state_->workers) worker->set_tls(tls);
}

void Server::set_trusted_proxies(const std::shared_ptr<const base::TrustedProxies>& trusted) {
  state_->shared.connections.set_exempt(trusted->networks);
  state_->shared.handshakes.set_exempt(trusted->networks);
  for (const std::unique_ptr<Worker>& worker : state_->workers) worker->set_trusted_proxies(trusted);
}

std::chrono::nanoseconds Server::overdue() noexcept {
  const SteadyTime now = SteadyClock::now();
  SteadyClock::duration longest{};
  for (const std::unique_ptr<Worker>& worker : state_->workers) longest = std::max(longest, worker->overdue(now));
  return longest;
}

void Server::stop() noexcept {
  for (const std::unique_ptr<Worker>& worker : state_->workers) worker->stop();
}

void Server::abort() noexcept {
  for (const std::unique_ptr<Worker>& worker : state_->workers) worker->abort();
}

bool Server::has_ended() const noexcept { return state_->running == 0; }

void Server::wait() {
  for (std::thread& thread : state_->threads) thread.join();
  state_->threads.clear();
}

}  // namespace agent_access::net
