#include "limit/shared/redis_connection.hpp"

#include <hiredis/hiredis.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "limit/shared/debt_script.hpp"
#include "limit/shared/redis_tls.hpp"

namespace agent_access::limit {

namespace {

using Done = RedisConnection::Done;
using SteadyClock = std::chrono::steady_clock;

struct FreeContext {
  void operator()(redisContext* context) const noexcept { redisFree(context); }
};
using Context = std::unique_ptr<redisContext, FreeContext>;

/// Whether a call would have blocked, as opposed to having failed.
bool must_wait() noexcept { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

struct RedisConnection::State {
  Context context;
  ReplyReader reader;
  std::optional<RedisTls> tls;  ///< nothing: no TLS
  std::chrono::milliseconds allowed{};
  int wake = -1;
  std::string script_id;

  /// Waits until the socket is ready for one of `events`.
  [[nodiscard]] Done wait(short events, SteadyClock::time_point end) const;
  [[nodiscard]] base::Result<std::size_t, RedisFault> send_some(std::string_view bytes) const;
  [[nodiscard]] base::Result<std::size_t, RedisFault> receive_some();
  [[nodiscard]] Done finish_connect(SteadyClock::time_point end) const;
  [[nodiscard]] Done shake_hands(SteadyClock::time_point end);
  /// Sends what TLS has encrypted, as far as the socket takes it.
  [[nodiscard]] Done flush_tls();
  [[nodiscard]] bool has_unsent() const { return tls && !tls->outgoing().empty(); }
};

Done RedisConnection::State::wait(short events, SteadyClock::time_point end) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now());
    if (left.count() <= 0) return base::Failure(RedisFault::too_slow);
    std::array<pollfd, 2> polled{{{context->fd, events, 0}, {wake, POLLIN, 0}}};
    const int ready = ::poll(polled.data(), polled.size(), static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) return base::Failure(RedisFault::connection_lost);
    if (ready <= 0) continue;
    if (polled[1].revents != 0) return base::Failure(RedisFault::stopped);
    return {};
  }
}

Done RedisConnection::State::finish_connect(SteadyClock::time_point end) const {
  if (!context || context->err != 0) return base::Failure(RedisFault::unreachable);
  if (auto waited = wait(POLLOUT, end); !waited) return waited;
  int error = 0;
  socklen_t size = sizeof error;
  const bool is_known = ::getsockopt(context->fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0;
  if (!is_known || error != 0) return base::Failure(RedisFault::unreachable);
  return {};
}

base::Result<std::size_t, RedisFault> RedisConnection::State::send_some(std::string_view bytes) const {
  const auto sent = ::send(context->fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent >= 0) return static_cast<std::size_t>(sent);
  if (must_wait()) return 0;
  return base::Failure(RedisFault::connection_lost);
}

base::Result<std::size_t, RedisFault> RedisConnection::State::receive_some() {
  std::array<char, 16UL * 1024UL> buffer;
  const auto received = ::recv(context->fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (received < 0 && must_wait()) return 0;
  if (received <= 0) return base::Failure(RedisFault::connection_lost);
  std::string_view bytes(buffer.data(), static_cast<std::size_t>(received));
  std::string plain;
  if (tls) {
    if (auto decrypted = tls->receive(bytes, plain); !decrypted) return base::Failure(decrypted.error());
    bytes = plain;
  }
  if (auto fed = reader.feed(bytes); !fed) return base::Failure(fed.error());
  return bytes.size();
}

Done RedisConnection::State::flush_tls() {
  if (!has_unsent()) return {};
  const auto sent = send_some(tls->outgoing());
  if (!sent) return base::Failure(sent.error());
  tls->outgoing().erase(0, *sent);
  return {};
}

Done RedisConnection::State::shake_hands(SteadyClock::time_point end) {
  std::string none;
  if (auto begun = tls->receive({}, none); !begun) return begun;
  while (!tls->is_established() || has_unsent()) {
    const auto events = static_cast<short>(has_unsent() ? POLLIN | POLLOUT : POLLIN);
    if (auto waited = wait(events, end); !waited) return waited;
    if (auto flushed = flush_tls(); !flushed) return flushed;
    if (tls->is_established()) continue;
    const auto received = receive_some();
    // A server without TLS closes the connection, or its reply is not TLS.
    if (!received) return base::Failure(RedisFault::tls_failed);
  }
  return {};
}

RedisConnection::RedisConnection(std::unique_ptr<State> state) : state_(std::move(state)) {}
RedisConnection::RedisConnection(RedisConnection&&) noexcept = default;
RedisConnection& RedisConnection::operator=(RedisConnection&&) noexcept = default;
RedisConnection::~RedisConnection() = default;

std::string_view RedisConnection::script_id() const noexcept { return state_->script_id; }

bool RedisConnection::is_stale() const noexcept {
  pollfd polled{state_->context->fd, POLLIN, 0};
  return ::poll(&polled, 1, 0) != 0;
}

Done RedisConnection::connect(State& state, const RedisTarget& target, std::size_t host,
                              std::span<const std::string> addresses) {
  const auto end = SteadyClock::now() + state.allowed;
  if (!target.path.empty()) {
    state.context.reset(redisConnectUnixNonBlock(target.path.c_str()));
    return state.finish_connect(end);
  }
  Done done = base::Failure(RedisFault::unreachable);
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const auto now = SteadyClock::now();
    state.context.reset(redisConnectNonBlock(addresses[i].c_str(), target.hosts[host].port));
    // An equal share of the time, so that an address that does not answer leaves time for the others.
    done = state.finish_connect(now + (end - now) / static_cast<int>(addresses.size() - i));
    if (done || done.error() == RedisFault::stopped) break;
  }
  return done;
}

base::Result<RedisConnection, RedisFault> RedisConnection::open(const RedisTarget& target, std::size_t host,
                                                                std::span<const std::string> addresses,
                                                                std::chrono::milliseconds deadline, int wake) {
  auto state = std::make_unique<State>();
  state->allowed = deadline;
  state->wake = wake;
  if (auto connected = connect(*state, target, host, addresses); !connected) return base::Failure(connected.error());
  if (target.has_tls) {
    auto tls = RedisTls::create(target.hosts[host].name, target.ca_file);
    if (!tls) return base::Failure(tls.error());
    state->tls.emplace(std::move(*tls));
    if (auto shaken = state->shake_hands(SteadyClock::now() + deadline); !shaken) return base::Failure(shaken.error());
  }
  RedisConnection connection(std::move(state));
  if (auto prepared = connection.prepare(target); !prepared) return base::Failure(prepared.error());
  return connection;
}

/// A separate exchange, so that the password goes from locked memory to the socket without a copy.
Done RedisConnection::sign_in(const RedisTarget& target) {
  std::vector<std::string_view> words{"AUTH"};
  if (!target.user.empty()) words.emplace_back(target.user);
  words.push_back(base::text_of(target.password.reveal()));
  const auto command = secret_command(words);
  return exchange(base::text_of(command.reveal()), 1, [](std::size_t, const Reply& reply) -> Done {
    // Any error reply to AUTH means refused credentials.
    if (reply.kind() == ReplyKind::error) return base::Failure(RedisFault::credentials_refused);
    return read_ok(reply);
  });
}

Done RedisConnection::prepare(const RedisTarget& target) {
  if (target.password.size() != 0) {
    if (auto signed_in = sign_in(target); !signed_in) return signed_in;
  }
  const auto database = std::to_string(target.database);
  std::string request;
  append_command(request, std::array<std::string_view, 2>{"SELECT", database});
  append_command(request, std::array<std::string_view, 3>{"SCRIPT", "LOAD", debt_script()});
  return exchange(request, 2, [&](std::size_t index, const Reply& reply) -> Done {
    if (index == 0) return read_ok(reply);
    const auto id = read_script_id(reply);
    if (!id) return base::Failure(id.error());
    state_->script_id.assign(*id);
    return {};
  });
}

Done RedisConnection::exchange(std::string_view request, std::size_t replies, const CheckReply& check) {
  const auto end = SteadyClock::now() + state_->allowed;
  std::size_t received = 0;
  std::size_t checked = 0;
  if (state_->tls) {
    if (auto encrypted = state_->tls->send(request); !encrypted) return encrypted;
    request = {};
  }
  while (checked < replies) {
    const auto events = static_cast<short>(request.empty() && !state_->has_unsent() ? POLLIN : POLLIN | POLLOUT);
    if (auto waited = state_->wait(events, end); !waited) return waited;
    if (!request.empty()) {
      const auto sent = state_->send_some(request);
      if (!sent) return base::Failure(sent.error());
      request.remove_prefix(*sent);
    }
    if (auto flushed = state_->flush_tls(); !flushed) return flushed;
    const auto size = state_->receive_some();
    if (!size) return base::Failure(size.error());
    received += *size;
    if (received > kMostReplyBytes) return base::Failure(RedisFault::garbled);
    while (checked < replies) {
      const auto reply = state_->reader.next();
      if (!reply) return base::Failure(reply.error());
      if (*reply == nullptr) break;
      if (auto right = check(checked, **reply); !right) return right;
      ++checked;
    }
  }
  // An unsolicited reply: later replies would be matched to the wrong requests.
  const auto more = state_->reader.next();
  if (!request.empty() || state_->has_unsent() || !more || *more != nullptr)
    return base::Failure(RedisFault::wrong_answer);
  return {};
}

}  // namespace agent_access::limit
