#include "net/tls_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace agent_access::test {
namespace {

int connect_to(std::uint16_t port, const std::string& source) {
  const int number = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval patience{10, 0};
  ::setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  sockaddr_in from{};
  from.sin_family = AF_INET;
  ::inet_pton(AF_INET, source.c_str(), &from.sin_addr);
  if (::bind(number, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0) throw std::runtime_error("bind");
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(number, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) throw std::runtime_error("connect");
  return number;
}

void require(bool done, const char* what) {
  if (!done) throw std::runtime_error(what);
}

// The macros of these have old-style casts.
bool control(SSL* tls, int command, const std::string& text, long argument = 0) {
  return SSL_ctrl(tls, command, argument, const_cast<char*>(text.c_str())) == 1;
}

void limit_version(SSL* tls, TlsVersion version) {
  if (version == TlsVersion::any) return;
  const int number = version == TlsVersion::v1_1   ? TLS1_1_VERSION
                     : version == TlsVersion::v1_2 ? TLS1_2_VERSION
                                                   : TLS1_3_VERSION;
  require(SSL_set_min_proto_version(tls, number) == 1 && SSL_set_max_proto_version(tls, number) == 1, "version");
}

}  // namespace

void TlsTicket::Free::operator()(ssl_session_st* session) const { SSL_SESSION_free(session); }
void TlsClient::FreeContext::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }
void TlsClient::FreeConnection::operator()(ssl_st* connection) const { SSL_free(connection); }

TlsClient::TlsClient(std::uint16_t port, const TlsWish& wish) : socket_(connect_to(port, wish.source)) {
  std::signal(SIGPIPE, SIG_IGN);
  context_.reset(SSL_CTX_new(TLS_client_method()));
  SSL_CTX_set_security_level(context_.get(), 0);
  tls_.reset(SSL_new(context_.get()));
  SSL* const tls = tls_.get();
  limit_version(tls, wish.version);
  if (!wish.name.empty()) {
    require(control(tls, SSL_CTRL_SET_TLSEXT_HOSTNAME, wish.name, TLSEXT_NAMETYPE_host_name), "name");
  }
  if (!wish.protocols.empty()) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(wish.protocols.data());
    require(SSL_set_alpn_protos(tls, bytes, static_cast<unsigned>(wish.protocols.size())) == 0, "protocols");
  }
  if (!wish.suites12.empty()) require(SSL_set_cipher_list(tls, wish.suites12.c_str()) == 1, "suites");
  if (!wish.groups.empty()) require(control(tls, SSL_CTRL_SET_GROUPS_LIST, wish.groups), "groups");
  if (!wish.signatures.empty()) require(control(tls, SSL_CTRL_SET_SIGALGS_LIST, wish.signatures), "signatures");
  if (wish.ticket != nullptr) require(SSL_set_session(tls, wish.ticket->get()) == 1, "ticket");
  require(SSL_set_fd(tls, socket_) == 1, "descriptor");
  SSL_set_connect_state(tls);
}

/// OpenSSL discards the ticket of a connection that was not shut down.
TlsClient::~TlsClient() {
  SSL_set_shutdown(tls_.get(), SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
  ::close(socket_);
}

bool TlsClient::handshake() {
  ERR_clear_error();
  return SSL_do_handshake(tls_.get()) == 1;
}

bool TlsClient::send(std::string_view bytes) {
  std::size_t sent = 0;
  return SSL_write_ex(tls_.get(), bytes.data(), bytes.size(), &sent) == 1 && sent == bytes.size();
}

std::optional<std::string> TlsClient::receive() {
  for (;;) {
    const auto end = buffer_.find("\r\n\r\n");
    if (end != std::string::npos) {
      const auto field = buffer_.find("Content-Length: ");
      const std::size_t length = field < end ? std::stoul(buffer_.substr(field + 16, 20)) : 0;
      if (buffer_.size() >= end + 4 + length) {
        std::string answer = buffer_.substr(0, end + 4 + length);
        buffer_.erase(0, answer.size());
        return answer;
      }
    }
    std::array<char, 16 * 1024> bytes;
    std::size_t count = 0;
    if (SSL_read_ex(tls_.get(), bytes.data(), bytes.size(), &count) != 1) return std::nullopt;
    buffer_.append(bytes.data(), count);
  }
}

std::string TlsClient::receive_all() {
  std::array<char, 16 * 1024> bytes;
  std::size_t count = 0;
  std::string all = std::exchange(buffer_, {});
  while (SSL_read_ex(tls_.get(), bytes.data(), bytes.size(), &count) == 1) all.append(bytes.data(), count);
  return all;
}

void TlsClient::shrink_receive_buffer() const {
  const int bytes = 4096;
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

bool TlsClient::ends_cleanly() {
  std::array<char, 16 * 1024> bytes;
  std::size_t count = 0;
  ERR_clear_error();
  int result = 1;
  while (result == 1) result = SSL_read_ex(tls_.get(), bytes.data(), bytes.size(), &count);
  return SSL_get_error(tls_.get(), result) == SSL_ERROR_ZERO_RETURN;
}

bool TlsClient::renegotiates() {
  return SSL_renegotiate(tls_.get()) == 1 && SSL_do_handshake(tls_.get()) == 1 &&
         SSL_renegotiate_pending(tls_.get()) == 0;
}

bool TlsClient::updates_key() {
  return SSL_key_update(tls_.get(), SSL_KEY_UPDATE_REQUESTED) == 1 && SSL_do_handshake(tls_.get()) == 1;
}

bool TlsClient::is_resumed() const { return SSL_session_reused(tls_.get()) == 1; }
std::string TlsClient::version() const { return SSL_get_version(tls_.get()); }
std::string TlsClient::suite() const { return SSL_get_cipher_name(tls_.get()); }
TlsTicket TlsClient::ticket() const { return TlsTicket(SSL_get1_session(tls_.get())); }

std::string TlsClient::protocol() const {
  const unsigned char* name = nullptr;
  unsigned size = 0;
  SSL_get0_alpn_selected(tls_.get(), &name, &size);
  return size == 0 ? std::string() : std::string(reinterpret_cast<const char*>(name), size);
}

std::string TlsClient::shown_name() const {
  X509* const shown = SSL_get0_peer_certificate(tls_.get());
  if (shown == nullptr) return {};
  auto* const names = static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(shown, NID_subject_alt_name, nullptr, nullptr));
  const ASN1_IA5STRING* first = sk_GENERAL_NAME_value(names, 0)->d.dNSName;
  std::string text(reinterpret_cast<const char*>(ASN1_STRING_get0_data(first)),
                   static_cast<std::size_t>(ASN1_STRING_length(first)));
  GENERAL_NAMES_free(names);
  return text;
}

std::string TlsClient::key_kind() const {
  X509* const shown = SSL_get0_peer_certificate(tls_.get());
  return shown == nullptr ? "" : EVP_PKEY_get0_type_name(X509_get0_pubkey(shown));
}

}  // namespace agent_access::test
