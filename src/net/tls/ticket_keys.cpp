#include "net/tls/ticket_keys.hpp"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace agent_access::net {
namespace {

constexpr std::string_view kSalt = "agent-access";
constexpr std::string_view kLabel = "agent-access/tls-ticket/v1/";
constexpr std::size_t kKeySize = 16 + 32 + 32;

struct FreeKdf {
  void operator()(EVP_KDF* kdf) const noexcept { EVP_KDF_free(kdf); }
  void operator()(EVP_KDF_CTX* context) const noexcept { EVP_KDF_CTX_free(context); }
};

/// OSSL_PARAM is not const, but OpenSSL does not write to a key.
OSSL_PARAM octets(const char* name, base::ByteView bytes) {
  return OSSL_PARAM_construct_octet_string(name, const_cast<std::byte*>(bytes.data()), bytes.size());
}

}  // namespace

std::int64_t TicketKeys::current_epoch() const noexcept {
  const std::chrono::seconds now = clock_->now().time_since_epoch();
  return std::chrono::floor<std::chrono::duration<std::int64_t, std::ratio<12 * 3600>>>(now).count();
}

std::optional<TicketKey> TicketKeys::of(std::int64_t epoch) const {
  const std::unique_ptr<EVP_KDF, FreeKdf> hkdf(EVP_KDF_fetch(nullptr, "HKDF", nullptr));
  const std::unique_ptr<EVP_KDF_CTX, FreeKdf> context(hkdf ? EVP_KDF_CTX_new(hkdf.get()) : nullptr);
  if (!context) {
    ERR_clear_error();
    return std::nullopt;
  }
  std::string digest = "SHA256";
  const std::string info = std::string(kLabel) + std::to_string(epoch);
  const std::array parameters{OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.data(), 0),
                              octets(OSSL_KDF_PARAM_KEY, secret_.reveal()),
                              octets(OSSL_KDF_PARAM_SALT, base::bytes_of(kSalt)),
                              octets(OSSL_KDF_PARAM_INFO, base::bytes_of(info)), OSSL_PARAM_construct_end()};
  base::SecretBytes bytes(kKeySize);
  auto* const out = reinterpret_cast<unsigned char*>(bytes.reveal_for_writing().data());
  if (EVP_KDF_derive(context.get(), out, kKeySize, parameters.data()) != 1) {
    ERR_clear_error();
    return std::nullopt;
  }
  return TicketKey(std::move(bytes));
}

std::optional<TicketKeys::Found> TicketKeys::find(base::ByteView name) const {
  const std::int64_t now = current_epoch();
  for (const std::int64_t epoch : {now, now - 1, now + 1}) {
    auto key = of(epoch);
    // A name is not secret: each ticket contains it.
    if (key && std::ranges::equal(key->name(), name)) return Found{std::move(*key), epoch == now};
  }
  return std::nullopt;
}

}  // namespace agent_access::net
