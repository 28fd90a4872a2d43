#include "limit/shared/redis_tls.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <array>
#include <utility>

#include "base/ip_address.hpp"

namespace agent_access::limit {
namespace {

using Done = RedisTls::Done;

struct FreeOpenssl {
  void operator()(SSL_CTX* context) const noexcept { SSL_CTX_free(context); }
  void operator()(SSL* session) const noexcept { SSL_free(session); }
};

/// The certificate must be for `host`.
bool expect(SSL* session, const std::string& host) {
  if (base::IpAddress::parse(host)) return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host.c_str()) == 1;
  // SSL_set_tlsext_host_name() is a macro with a cast that our warnings refuse.
  std::string name = host;
  const auto named = SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data());
  return named == 1 && SSL_set1_host(session, host.c_str()) == 1;
}

base::Failure<RedisFault> failed() {
  ERR_clear_error();
  return base::Failure(RedisFault::tls_failed);
}

}  // namespace

struct RedisTls::State {
  std::unique_ptr<SSL_CTX, FreeOpenssl> context;
  std::unique_ptr<SSL, FreeOpenssl> session;
  BIO* in = nullptr;  // both are the session's
  BIO* out = nullptr;
  std::string outgoing;

  /// Takes over what OpenSSL wants to send.
  void collect() {
    std::array<char, 4096> buffer;
    for (;;) {
      const int size = BIO_read(out, buffer.data(), static_cast<int>(buffer.size()));
      if (size <= 0) return;
      outgoing.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }
  /// Whether `result` means that more bytes of the server are needed.
  [[nodiscard]] bool needs_more(int result) const {
    return SSL_get_error(session.get(), result) == SSL_ERROR_WANT_READ;
  }
};

RedisTls::RedisTls(std::unique_ptr<State> state) : state_(std::move(state)) {}
RedisTls::RedisTls(RedisTls&&) noexcept = default;
RedisTls& RedisTls::operator=(RedisTls&&) noexcept = default;
RedisTls::~RedisTls() = default;

bool RedisTls::is_established() const noexcept { return SSL_is_init_finished(state_->session.get()) == 1; }
std::string& RedisTls::outgoing() noexcept { return state_->outgoing; }
const std::string& RedisTls::outgoing() const noexcept { return state_->outgoing; }

base::Result<RedisTls, RedisFault> RedisTls::create(const std::string& host, const std::string& ca_file) {
  auto state = std::make_unique<State>();
  state->context.reset(SSL_CTX_new(TLS_client_method()));
  SSL_CTX* const context = state->context.get();
  if (context == nullptr || SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1) return failed();
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  const bool has_authorities = ca_file.empty() ? SSL_CTX_set_default_verify_paths(context) == 1
                                               : SSL_CTX_load_verify_file(context, ca_file.c_str()) == 1;
  if (!has_authorities) {
    ERR_clear_error();
    return base::Failure(RedisFault::ca_unreadable);
  }
  state->session.reset(SSL_new(context));
  state->in = BIO_new(BIO_s_mem());
  state->out = BIO_new(BIO_s_mem());
  if (!state->session || state->in == nullptr || state->out == nullptr) {
    BIO_free(state->in);
    BIO_free(state->out);
    return failed();
  }
  // An empty buffer means "not yet", not the end of the stream.
  BIO_set_mem_eof_return(state->in, -1);
  SSL_set_bio(state->session.get(), state->in, state->out);
  SSL_set_connect_state(state->session.get());
  if (!expect(state->session.get(), host)) return failed();
  return RedisTls(std::move(state));
}

Done RedisTls::receive(std::string_view bytes, std::string& plain) {
  ERR_clear_error();
  const auto size = static_cast<int>(bytes.size());  // one recv(), far below the limit
  if (!bytes.empty() && BIO_write(state_->in, bytes.data(), size) != size) return failed();
  SSL* const session = state_->session.get();
  if (!is_established()) {
    const int shaken = SSL_do_handshake(session);
    state_->collect();
    if (shaken != 1) return state_->needs_more(shaken) ? Done{} : failed();
  }
  std::array<char, 16UL * 1024UL> buffer;
  for (;;) {
    const int read = SSL_read(session, buffer.data(), static_cast<int>(buffer.size()));
    state_->collect();
    if (read > 0) {
      plain.append(buffer.data(), static_cast<std::size_t>(read));
      continue;
    }
    if (state_->needs_more(read)) return {};
    const bool is_end = SSL_get_error(session, read) == SSL_ERROR_ZERO_RETURN;
    ERR_clear_error();
    return base::Failure(is_end ? RedisFault::connection_lost : RedisFault::tls_failed);
  }
}

Done RedisTls::send(std::string_view plain) {
  ERR_clear_error();
  std::size_t written = 0;
  if (plain.empty()) return {};
  if (SSL_write_ex(state_->session.get(), plain.data(), plain.size(), &written) != 1) return failed();
  state_->collect();
  return {};
}

}  // namespace agent_access::limit
