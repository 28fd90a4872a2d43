#include "net/tls/tls_context.hpp"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "net/tls/certificate.hpp"
#include "net/tls/ticket_keys.hpp"

namespace agent_access::net {
namespace {

constexpr const char* kSuites13 = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";
constexpr const char* kSuites12 =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* kGroups = "X25519:P-256";
constexpr const char* kSignatures =
    "ECDSA+SHA256:ed25519:RSA-PSS+SHA256:RSA+SHA256:ECDSA+SHA384:RSA-PSS+SHA384:RSA+SHA384:RSA-PSS+SHA512:RSA+SHA512";
/// Keys and handshakes of 112 bits of security or more: RSA of 2048 bits. Signatures in a chain: load_pair.
constexpr int kSecurityLevel = 2;
/// Tickets are accepted in the current and the previous epoch, so the lifetime hint is one epoch.
constexpr long kTicketLifetime = std::chrono::seconds(kTicketEpoch).count();
/// Each costs a record and a write, and most clients keep the last one only.
constexpr std::size_t kTickets = 1;
constexpr std::string_view kSessionScope = "agent-access";
constexpr std::uint64_t kOptions = SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                   SSL_OP_PRIORITIZE_CHACHA | SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION;

const unsigned char* octets(std::string_view text) noexcept {
  return reinterpret_cast<const unsigned char*>(text.data());
}

const unsigned char* octets(base::ByteView bytes) noexcept {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// ALPN lists (RFC 7301 section 3.1): each name with its length before it, preferred first.
constexpr std::string_view kHttp1 = "\x08http/1.1";

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::ranges::sort(names);
  return names;
}

bool set_mac(EVP_MAC_CTX* mac, base::ByteView key) {
  std::string digest = "SHA256";
  const std::array parameters{
      OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, const_cast<std::byte*>(key.data()), key.size()),
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0), OSSL_PARAM_construct_end()};
  return EVP_MAC_CTX_set_params(mac, parameters.data()) == 1;
}

constexpr int kTicketFailed = -1;
constexpr int kTicketUnknown = 0;
constexpr int kTicketGood = 1;
constexpr int kTicketToRenew = 2;

int seal_ticket(const TicketKeys& keys, unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher,
                EVP_MAC_CTX* mac) {
  const auto key = keys.of(keys.current_epoch());
  if (!key || RAND_bytes(iv, EVP_MAX_IV_LENGTH) != 1) return kTicketFailed;
  std::ranges::copy(key->name(), reinterpret_cast<std::byte*>(name));
  const bool done = EVP_EncryptInit_ex(cipher, EVP_aes_256_cbc(), nullptr, octets(key->cipher()), iv) == 1 &&
                    set_mac(mac, key->mac());
  return done ? kTicketGood : kTicketFailed;
}

/// A client of TLS 1.3 uses a ticket once (RFC 8446 appendix C.4) and needs a new one with each connection.
int open_ticket(const TicketKeys& keys, const SSL* connection, const unsigned char* name, const unsigned char* iv,
                EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac) {
  const auto found = keys.find(std::as_bytes(std::span(name, 16)));
  if (!found) return kTicketUnknown;
  const bool done = EVP_DecryptInit_ex(cipher, EVP_aes_256_cbc(), nullptr, octets(found->key->cipher()), iv) == 1 &&
                    set_mac(mac, found->key->mac());
  if (!done) return kTicketFailed;
  return found->is_current && SSL_version(connection) < TLS1_3_VERSION ? kTicketGood : kTicketToRenew;
}

bool use_pair(SSL_CTX* context, const LoadedPair& pair) {
  if (SSL_CTX_use_certificate(context, pair.chain.front().get()) != 1) return false;
  if (SSL_CTX_use_PrivateKey(context, pair.key.get()) != 1) return false;
  for (std::size_t index = 1; index < pair.chain.size(); ++index) {
    if (SSL_CTX_add1_chain_cert(context, pair.chain[index].get()) != 1) return false;
  }
  return SSL_CTX_check_private_key(context) == 1;
}

}  // namespace

/// OpenSSL's callbacks get its address.
struct TlsContext::State {
  State(base::SecretBytes ticket_secret, std::shared_ptr<const base::Clock> clock)
      : tickets(std::move(ticket_secret), std::move(clock)) {}

  TicketKeys tickets;
  std::string answer_fields;
  std::vector<LoadedPair> pairs;
  std::vector<CertificateFacts> facts;
  std::vector<ContextHandle> contexts;  ///< one for each pair

  [[nodiscard]] ContextHandle make_context(const LoadedPair& pair, Problems& problems);
  [[nodiscard]] bool configure(SSL_CTX* context);
  void add_same_names(SSL_CTX* context, const LoadedPair& pair) const;
  [[nodiscard]] std::size_t choose(std::string_view name) const;

  static int on_name(SSL* connection, int* alert, void* state) noexcept;
  static int on_protocols(SSL* connection, const unsigned char** chosen, unsigned char* size,
                          const unsigned char* offered, unsigned int offered_size, void* state) noexcept;
  static int on_ticket(SSL* connection, unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher,
                       EVP_MAC_CTX* mac, int is_sealing) noexcept;
};

/// The pair for the server name `name` (SNI): the first whose certificate is for it, else the first of all.
std::size_t TlsContext::State::choose(std::string_view name) const {
  const auto found =
      std::ranges::find_if(pairs, [&](const LoadedPair& pair) { return names_host(*pair.chain.front(), name); });
  return found == pairs.end() ? 0 : static_cast<std::size_t>(found - pairs.begin());
}

int TlsContext::State::on_name(SSL* connection, int*, void* state) noexcept {
  const auto& self = *static_cast<const State*>(state);
  const char* name = SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name);
  if (name == nullptr) return SSL_TLSEXT_ERR_NOACK;
  try {
    const std::size_t chosen = self.choose(name);
    if (chosen != 0) SSL_set_SSL_CTX(connection, self.contexts[chosen].get());
    return SSL_TLSEXT_ERR_OK;
  } catch (...) {
    return SSL_TLSEXT_ERR_NOACK;  // no memory: the first certificate
  }
}

int TlsContext::State::on_protocols(SSL*, const unsigned char** chosen, unsigned char* size,
                                    const unsigned char* offered, unsigned int offered_size, void*) noexcept {
  unsigned char* found = nullptr;
  const int result = SSL_select_next_proto(&found, size, octets(kHttp1), static_cast<unsigned int>(kHttp1.size()),
                                           offered, offered_size);
  // RFC 7301 section 3.2: without a common protocol the handshake ends with no_application_protocol.
  if (result != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_ALERT_FATAL;
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

int TlsContext::State::on_ticket(SSL* connection, unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher,
                                 EVP_MAC_CTX* mac, int is_sealing) noexcept {
  const auto* keys = static_cast<const TicketKeys*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), 0));
  if (keys == nullptr) return kTicketUnknown;
  try {
    return is_sealing == 1 ? seal_ticket(*keys, name, iv, cipher, mac)
                           : open_ticket(*keys, connection, name, iv, cipher, mac);
  } catch (...) {
    return is_sealing == 1 ? kTicketFailed : kTicketUnknown;
  }
}

bool TlsContext::State::configure(SSL_CTX* context) {
  SSL_CTX_set_security_level(context, kSecurityLevel);
  SSL_CTX_set_options(context, kOptions);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_timeout(context, kTicketLifetime);
  SSL_CTX_set_max_early_data(context, 0);
  // Without AUTO_RETRY one call reads one record, so that a flood of empty records does not block the worker.
  SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_mode(context,
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  // The ticket callback has no argument of its own.
  if (SSL_CTX_set_ex_data(context, 0, &tickets) != 1) return false;
  SSL_CTX_set_alpn_select_cb(context, on_protocols, nullptr);
  SSL_CTX_set_tlsext_servername_arg(context, this);
  // As SSL_CTX_set_tlsext_servername_callback does, which is a macro with an old-style cast.
  auto* const on_name_untyped = reinterpret_cast<void (*)()>(on_name);
  return SSL_CTX_callback_ctrl(context, SSL_CTRL_SET_TLSEXT_SERVERNAME_CB, on_name_untyped) == 1 &&
         SSL_CTX_set_tlsext_ticket_key_evp_cb(context, on_ticket) == 1 &&
         SSL_CTX_set_num_tickets(context, kTickets) == 1 &&
         SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
         SSL_CTX_set_ciphersuites(context, kSuites13) == 1 && SSL_CTX_set_cipher_list(context, kSuites12) == 1 &&
         SSL_CTX_set1_groups_list(context, kGroups) == 1 && SSL_CTX_set1_sigalgs_list(context, kSignatures) == 1 &&
         SSL_CTX_set_session_id_context(context, octets(kSessionScope),
                                        static_cast<unsigned int>(kSessionScope.size())) == 1;
}

/// Uses an ECDSA and an RSA certificate for the same names together: OpenSSL selects the one that the client supports.
void TlsContext::State::add_same_names(SSL_CTX* context, const LoadedPair& pair) const {
  for (const LoadedPair& other : pairs) {
    const bool has_same_names = EVP_PKEY_get_base_id(other.key.get()) != EVP_PKEY_get_base_id(pair.key.get()) &&
                                sorted(other.facts.names) == sorted(pair.facts.names);
    if (has_same_names) static_cast<void>(use_pair(context, other));  // its own context reports the error
  }
}

ContextHandle TlsContext::State::make_context(const LoadedPair& pair, Problems& problems) {
  ContextHandle context(SSL_CTX_new(TLS_server_method()));
  if (!context || !configure(context.get())) {
    problems.push_back("TLS cannot be set up: " + take_openssl_reason());
    return {};
  }
  add_same_names(context.get(), pair);
  if (!use_pair(context.get(), pair)) problems.push_back(pair.facts.file + " cannot be used: " + take_openssl_reason());
  ERR_clear_error();
  return context;
}

base::Result<std::shared_ptr<const TlsContext>, Problems> TlsContext::create(TlsOptions options) {
  Problems problems;
  auto state = std::make_unique<State>(std::move(options.ticket_secret), std::move(options.clock));
  state->answer_fields = std::move(options.answer_fields);
  if (options.pairs.empty()) problems.emplace_back("TLS needs a certificate");
  for (const TlsPair& pair : options.pairs) {
    auto loaded = load_pair(pair);
    if (loaded) {
      state->facts.push_back(loaded->facts);
      state->pairs.push_back(std::move(*loaded));
    } else {
      problems.insert(problems.end(), loaded.error().begin(), loaded.error().end());
    }
  }
  for (const LoadedPair& pair : state->pairs) state->contexts.push_back(state->make_context(pair, problems));
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  return std::shared_ptr<const TlsContext>(new TlsContext(std::move(state)));
}

TlsContext::TlsContext(std::unique_ptr<State> state) : state_(std::move(state)) {}

TlsContext::~TlsContext() = default;

const std::vector<CertificateFacts>& TlsContext::certificates() const noexcept { return state_->facts; }

base::Seconds TlsContext::not_after() const noexcept {
  return std::ranges::min(state_->facts, {}, &CertificateFacts::not_after).not_after;
}

bool TlsContext::names(std::string_view host) const {
  return names_host(*state_->pairs[state_->choose(host)].chain.front(), host);
}

std::string_view TlsContext::answer_fields() const noexcept { return state_->answer_fields; }

ssl_st* TlsContext::new_connection() const noexcept {
  ConnectionHandle connection(SSL_new(state_->contexts.front().get()));
  ERR_clear_error();
  if (connection) SSL_set_accept_state(connection.get());
  return connection.release();
}

}  // namespace agent_access::net
