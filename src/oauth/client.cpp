#include "oauth/client.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/base64url.hpp"
#include "base/text.hpp"

namespace agent_access::oauth {
namespace {

/// The versioned label, a zero byte, the 16 bytes of the id: no other use of the key can have the same input.
base::Result<crypto::Digest, crypto::CryptoFault> secret_of(const ClientId& client_id, crypto::HmacSha256& mac) {
  std::array<std::byte, label::kClientSecret.size() + 1 + std::tuple_size_v<decltype(ClientId::bytes)>> message{};
  std::ranges::copy(base::bytes_of(label::kClientSecret), message.begin());
  std::ranges::copy(client_id.bytes, message.begin() + label::kClientSecret.size() + 1);
  return mac.tag(message);
}

struct PresentedSecret {
  crypto::Digest bytes{};  ///< zero when the text is malformed
  bool is_well_formed = false;
};

PresentedSecret parse_secret(std::string_view text) noexcept {
  PresentedSecret secret;
  const auto size = base::base64url_decode_to(text, secret.bytes);
  secret.is_well_formed = size.has_value() && *size == secret.bytes.size();
  if (!secret.is_well_formed) secret.bytes.fill(std::byte{});
  return secret;
}

/// U+0000-001F and U+007F are one byte, U+0080-009F are C2 and the same byte.
bool is_control(std::string_view character) noexcept {
  const auto last = static_cast<unsigned char>(character.back());
  if (character.size() == 1) return last <= 0x1f || last == 0x7f;
  return character.front() == '\xc2' && last <= 0x9f;
}

}  // namespace

base::Result<ClientSecretKeys, KeyFault> ClientSecretKeys::derive(std::span<const MasterSecret> masters) {
  if (masters.empty()) return base::Failure<KeyFault>(KeyFault::no_keys);
  std::vector<base::SecretBytes> keys;
  keys.reserve(masters.size());
  for (const auto& master : masters) {
    auto key = master.derive(label::kClientSecret);
    if (!key) return base::Failure<KeyFault>(key.error());
    keys.push_back(std::move(*key));
  }
  return ClientSecretKeys(std::move(keys));
}

base::Result<ClientAuthority, KeyFault> ClientAuthority::create(const ClientSecretKeys& keys) {
  std::vector<crypto::HmacSha256> macs;
  macs.reserve(keys.keys().size());
  for (const auto& key : keys.keys()) {
    auto mac = crypto::HmacSha256::create(key.reveal());
    if (!mac) return base::Failure<KeyFault>(KeyFault::unavailable);
    macs.push_back(std::move(*mac));
  }
  return ClientAuthority(std::move(macs));
}

base::Result<RegisteredClient, RegistrationFault> ClientAuthority::register_client(base::Random& random) {
  const auto client_id = base::random_uuid(random);
  if (!client_id) return base::Failure<RegistrationFault>(RegistrationFault::unavailable);
  auto secret = secret_of(*client_id, macs_.front());
  if (!secret) return base::Failure<RegistrationFault>(RegistrationFault::unavailable);
  RegisteredClient client{*client_id, base::base64url_encode(*secret)};
  base::wipe(*secret);
  return client;
}

base::Result<AuthenticatedClient, TokenFault> ClientAuthority::authenticate(std::string_view client_id,
                                                                            std::string_view client_secret) {
  const auto parsed_id = base::parse_uuid(client_id);
  const ClientId id = parsed_id.value_or(ClientId{});
  PresentedSecret presented = parse_secret(client_secret);
  // No early exit: the time of a refusal must not show which part was wrong or which master matches the client.
  unsigned matches = 0;
  unsigned matches_current = 0;
  bool is_computed = true;
  for (auto& mac : macs_) {
    auto expected = secret_of(id, mac);
    if (!expected) {
      is_computed = false;
      continue;
    }
    matches |= static_cast<unsigned>(crypto::constant_time_equal(*expected, presented.bytes));
    if (&mac == &macs_.front()) matches_current = matches;
    base::wipe(*expected);
  }
  base::wipe(presented.bytes);
  if (!is_computed) return base::Failure<TokenFault>(TokenFault::unavailable);
  const unsigned accepted =
      matches & static_cast<unsigned>(parsed_id.has_value()) & static_cast<unsigned>(presented.is_well_formed);
  if (accepted == 0) return base::Failure<TokenFault>(TokenFault::invalid_client);
  return AuthenticatedClient{id, matches_current == 0};
}

bool is_valid_client_name(std::string_view name) noexcept {
  std::size_t length = 0;
  while (!name.empty()) {
    const std::size_t size = base::utf8_size(name);
    if (size == 0 || is_control(name.substr(0, size))) return false;
    if (++length > protocol::kClientNameCharacters) return false;
    name.remove_prefix(size);
  }
  return length > 0;
}

}  // namespace agent_access::oauth
