#include "connection_scripts.hpp"

#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "net/certificates.hpp"
#include "net/tls/channel.hpp"

namespace agent_access::bench {
namespace {

constexpr std::string_view kRequest = "GET /.well-known/jwks.json HTTP/1.1\r\nHost: example.com\r\n\r\n";

struct Free {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* connection) const { SSL_free(connection); }
  void operator()(SSL_SESSION* session) const { SSL_SESSION_free(session); }
};

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

}  // namespace

struct Connections::Client {
  std::unique_ptr<SSL_CTX, Free> context{SSL_CTX_new(TLS_client_method())};
  std::unique_ptr<SSL_SESSION, Free> session;
};

Connections::Connections()
    : server_(test::context_with({test::make_certificate()})), client_(std::make_unique<Client>()) {
  require(client_->context != nullptr, "no context for the client");
}

Connections::~Connections() = default;

void Connections::open(Opens opens, std::size_t count, const std::function<void()>& toggle) {
  client_->session.reset();
  open_one(opens, [] {});
  for (std::size_t number = 0; number < count; ++number) open_one(opens, toggle);
}

void Connections::open_one(Opens opens, const std::function<void()>& toggle) {
  std::array<int, 2> sockets{};
  require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, sockets.data()) == 0, "no sockets");
  const net::Descriptor ours(sockets[0]);
  const std::unique_ptr<SSL, Free> client(SSL_new(client_->context.get()));
  require(client && SSL_set_fd(client.get(), ours.number()) == 1, "no client");
  const bool resumes = opens == Opens::resumed && client_->session;
  if (resumes) SSL_set_session(client.get(), client_->session.get());
  SSL_set_connect_state(client.get());
  const std::string response = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + std::string(1000, 'x');
  std::array<char, 4096> bytes{};

  toggle();
  auto channel = std::make_unique<net::Channel>(net::Descriptor(sockets[1]), server_);
  net::Io io = net::Io::wants_read;
  toggle();
  while (io == net::Io::wants_read) {
    SSL_do_handshake(client.get());
    toggle();
    io = channel->handshake();
    toggle();
  }
  require(io == net::Io::done && channel->is_resumed() == resumes, "the handshake");
  require(SSL_write(client.get(), kRequest.data(), static_cast<int>(kRequest.size())) > 0, "the request");
  toggle();
  const net::IoResult received = channel->read(bytes);
  const iovec part{const_cast<char*>(response.data()), response.size()};
  const net::IoResult sent = channel->write({&part, 1});
  toggle();
  require(received.count == kRequest.size() && sent.count == response.size(), "the exchange");
  require(SSL_read(client.get(), bytes.data(), bytes.size()) > 0, "the response");
  client_->session.reset(SSL_get1_session(client.get()));
  SSL_shutdown(client.get());
  toggle();
  channel->close();
  channel.reset();
  toggle();
}

}  // namespace agent_access::bench
