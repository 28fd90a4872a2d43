/// \file
/// The TLS settings of the server (RFC 8446, RFC 5246, RFC 7301, RFC 6066): certificates selected by SNI, modern cipher
/// suites only, session tickets that every replica accepts. Immutable and shared by connections: each keeps the context
/// it started with, so that a reload replaces all settings or none.
///
/// Accepted: TLS 1.3; TLS 1.2 with ECDHE and an AEAD. X25519, then P-256. Refused: renegotiation, compression, early
/// data, SHA-1, RSA below 2048 bits. NOT checked: that clients trust the issuer, revocation.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"

struct ssl_st;

namespace agent_access::net {

/// One certificate chain, leaf first, with its private key; the names are the file names, for messages.
struct TlsPair {
  std::string certificate_name;
  std::string key_name;
  std::string certificate_pem;
  base::SecretBytes key_pem;
};

struct TlsOptions {
  std::vector<TlsPair> pairs;                ///< the first serves clients without SNI or with an unknown name
  base::SecretBytes ticket_secret;           ///< 32 bytes used for this purpose only; see TicketKeys
  std::shared_ptr<const base::Clock> clock;  ///< not null
  std::string answer_fields{};  ///< complete field lines for every response over TLS (Strict-Transport-Security)
};

/// What `check` and the log report about a certificate.
struct CertificateFacts {
  std::string file;
  std::vector<std::string> names;  ///< DNS names and addresses of the certificate
  base::Seconds not_before;
  base::Seconds not_after;
  std::string key_kind;       ///< "RSA 2048", "EC 256"
  std::string chain_problem;  ///< empty: each certificate of the file is issued by the next
};

class TlsContext {
 public:
  /// Fails with all problems at once, each a sentence with the name of the file: unreadable or empty PEM, an encrypted
  /// key, a key that does not belong to the certificate, a weak key or signature. They never contain file contents.
  [[nodiscard]] static base::Result<std::shared_ptr<const TlsContext>, std::vector<std::string>> create(
      TlsOptions options);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  /// In the order of the pairs.
  [[nodiscard]] const std::vector<CertificateFacts>& certificates() const noexcept;
  /// When the first certificate expires.
  [[nodiscard]] base::Seconds not_after() const noexcept;
  /// Whether the certificate selected for `host` is for that name. An address may be in brackets.
  [[nodiscard]] bool names(std::string_view host) const;
  [[nodiscard]] std::string_view answer_fields() const noexcept;

  /// A new server connection, owned by the caller; null when there is no memory.
  [[nodiscard]] ssl_st* new_connection() const noexcept;

 private:
  struct State;
  explicit TlsContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::net
