/// \file
/// Generates certificates in PEM, self-signed or signed by another. Needs no file and no program.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/ports.hpp"
#include "net/tls/tls_context.hpp"

namespace agent_access::test {

enum class KeyKind { p256, rsa2048, rsa1024 };

struct MadePair {
  std::string certificate;
  std::string key;
};

struct CertificateWish {
  std::vector<std::string> names = {"localhost"};  ///< DNS names; one that begins with a digit is an address
  KeyKind kind = KeyKind::p256;
  std::chrono::seconds begins = std::chrono::hours{-1};  ///< from now
  std::chrono::seconds ends = std::chrono::hours{24 * 90};
  std::string digest = "SHA256";
};

[[nodiscard]] MadePair make_certificate(const CertificateWish& wish = {});
/// The same, signed by the key of `issuer`.
[[nodiscard]] MadePair make_certificate(const CertificateWish& wish, const MadePair& issuer);

/// A clock with a fixed time.
class SettableClock final : public base::Clock {
 public:
  [[nodiscard]] base::Seconds now() const noexcept override { return time; }
  base::Seconds time{std::chrono::seconds{1'800'000'000}};
};

[[nodiscard]] net::TlsPair as_pair(const MadePair& made, const std::string& name = "a");

struct ContextWish {
  std::string ticket_secret = std::string(32, 's');
  std::shared_ptr<const base::Clock> clock = std::make_shared<SettableClock>();
  std::string answer_fields = "Strict-Transport-Security: max-age=60\r\n";
};
[[nodiscard]] net::TlsOptions options_with(const std::vector<MadePair>& pairs, const ContextWish& wish = {});
/// Throws if it is refused.
[[nodiscard]] std::shared_ptr<const net::TlsContext> context_with(const std::vector<MadePair>& pairs,
                                                                  const ContextWish& wish = {});

}  // namespace agent_access::test
