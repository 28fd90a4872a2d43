/// \file
/// What a TLS server shows and accepts (RFC 8446, RFC 5246, RFC 7301, RFC 6066): certificates chosen by the name that
/// the client asks for, modern suites only, session tickets that every replica opens. Immutable and shared by
/// connections: each keeps the one it began with, so a reload swaps all or nothing.
///
/// Accepted: TLS 1.3; TLS 1.2 with ECDHE and an AEAD. X25519, then P-256. Refused: renegotiation, compression, early
/// data, SHA-1, RSA below 2048 bits. NOT checked: that clients trust the issuer, revocation.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "base/secret.hpp"

struct ssl_st;

namespace agent_access::net {

/// One certificate chain, the server's own first, with its private key; the names are those of the owner's files.
struct TlsPair {
  std::string certificate_name;
  std::string key_name;
  std::string certificate_pem;
  base::SecretBytes key_pem;
};

struct TlsOptions {
  std::vector<TlsPair> pairs;       ///< the first is shown to clients that ask for no name, or for an unknown one
  base::SecretBytes ticket_secret;  ///< 32 bytes of this purpose alone; see ticket_keys.hpp
  std::shared_ptr<const base::Clock> clock;           ///< not null
  std::vector<std::string> protocols = {"http/1.1"};  ///< for ALPN, preferred first; each must be spoken by Session
  std::string answer_fields{};  ///< complete field lines for every answer over TLS (Strict-Transport-Security)
};

/// What the owner is told about a certificate.
struct CertificateFacts {
  std::string file;
  std::vector<std::string> names;  ///< DNS names and addresses of the certificate
  base::Seconds not_before;
  base::Seconds not_after;
  std::string key_kind;         ///< "RSA 2048", "EC 256"
  std::string chain_complaint;  ///< empty: each certificate of the file is issued by the next
};

class TlsContext {
 public:
  /// Every complaint at once, each a sentence with the name of the file: unreadable or empty PEM, an encrypted key, a
  /// key that does not belong to the certificate, one that is too weak. Never holds a content of a file.
  [[nodiscard]] static base::Result<std::shared_ptr<const TlsContext>, std::vector<std::string>> create(
      TlsOptions options);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  /// In the order of the pairs.
  [[nodiscard]] const std::vector<CertificateFacts>& certificates() const noexcept;
  /// When the first certificate expires.
  [[nodiscard]] base::Seconds not_after() const noexcept;
  /// Whether the certificate that a client asking for `host` is shown names it. An address may be in brackets.
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
