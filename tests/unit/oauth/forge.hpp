/// \file
/// Makes tokens with any header, payload and signature, and has the fixtures that verify them. The expected ids,
/// secrets and key ids were computed outside this program from the masters named here.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/base64url.hpp"
#include "base/text.hpp"
#include "crypto/es256.hpp"
#include "oauth/bearer.hpp"
#include "oauth/key_schedule.hpp"
#include "oauth/scope.hpp"
#include "oauth/token.hpp"
#include "support/fixed_ports.hpp"

namespace agent_access::test {

inline constexpr std::chrono::seconds kWeek{604800};
inline constexpr std::int64_t kEpochStart = 1717027200;  ///< epoch 2839 of one week begins
inline constexpr std::int64_t kEpochEnd = 1717632000;    ///< epoch 2840 begins
inline constexpr std::int64_t kNow = 1717127200;         ///< within epoch 2839
inline constexpr std::string_view kPreviousKid = "8_r6UDgQdpDqtod_eB0jZhj1ICWMlygcmkMykZCDnx4";  ///< epoch 2838
inline constexpr std::string_view kCurrentKid = "Qje8HMBbkoAVGtAJQqaAQr9lgm8LX03UQccBiRdJhG4";   ///< epoch 2839
inline constexpr std::string_view kNextKid = "qkxjacsGVduwkpisNUUzkNMnVf06qyBV8ZCFuFlfHtQ";      ///< epoch 2840
inline constexpr std::string_view kClientId = "00010203-0405-4607-8809-0a0b0c0d0e0f";

/// read:extended, the first declared scope.
inline constexpr oauth::ScopeSet kProfileScope = oauth::ScopeSet::of_bits(1);

inline base::Seconds at(std::int64_t unix_time) { return base::Seconds{std::chrono::seconds{unix_time}}; }

/// The value, or an exception that fails the test and contains no secret.
template <class Value, class Fault>
Value take(base::Result<Value, Fault> result) {
  if (!result)
    throw std::runtime_error("a fixture could not be made: fault " + std::to_string(static_cast<int>(result.error())));
  return std::move(*result);
}

/// The refusal, if it is one.
template <class Value, class Fault>
std::optional<Fault> fault_of(const base::Result<Value, Fault>& result) {
  return result ? std::nullopt : std::optional<Fault>(result.error());
}

/// 32 bytes: first, first + 1, ...
inline oauth::MasterSecret make_master(std::uint8_t first) {
  std::vector<std::byte> bytes;
  for (unsigned offset = 0; offset < 32; ++offset) bytes.push_back(static_cast<std::byte>(first + offset));
  return take(oauth::MasterSecret::parse(bytes));
}

inline std::vector<oauth::MasterSecret> make_masters(std::initializer_list<std::uint8_t> firsts) {
  std::vector<oauth::MasterSecret> masters;
  for (const auto first : firsts) masters.push_back(make_master(first));
  return masters;
}

inline std::vector<oauth::BaseUrl> base_urls() {
  return {oauth::BaseUrl("https://example.com"), oauth::BaseUrl("https://www.example.com"),
          oauth::BaseUrl("http://localhost:8080")};
}

inline oauth::KeySchedule make_schedule(std::initializer_list<std::uint8_t> masters, std::int64_t now = kNow,
                                        std::uint64_t generation = 1) {
  return take(oauth::KeySchedule::derive(make_masters(masters), generation, kWeek, at(now)));
}

/// The key of one epoch of the master that begins with `first`.
inline crypto::PrivateKey epoch_key(std::int64_t epoch, std::uint8_t first = 0) {
  return take(oauth::derive_epoch_key(make_master(first), 1, kWeek, epoch)).key;
}

inline std::string encoded(std::string_view text) { return base::base64url_encode(base::bytes_of(text)); }

inline crypto::Signature raw_signature(std::string_view signed_text, const crypto::PrivateKey& key) {
  auto signer = take(crypto::Signer::create(key));
  return take(signer.sign(base::bytes_of(signed_text)));
}

/// Appends a valid signature of exactly these characters.
inline std::string sign_text(std::string_view signed_text, const crypto::PrivateKey& key) {
  return std::string(signed_text) + "." + base::base64url_encode(raw_signature(signed_text, key));
}

inline std::string sign(std::string_view header, std::string_view payload, const crypto::PrivateKey& key) {
  return sign_text(encoded(header) + "." + encoded(payload), key);
}

/// A JSON object with members in order, each value as raw JSON text.
class Members {
 public:
  Members(std::initializer_list<std::pair<std::string, std::string>> members) : members_(members) {}
  [[nodiscard]] Members with(std::string_view name, std::string_view json) const {
    Members changed = *this;
    for (auto& member : changed.members_) {
      if (member.first == name) return member.second = json, changed;
    }
    changed.members_.emplace_back(name, json);
    return changed;
  }
  [[nodiscard]] Members without(std::string_view name) const {
    Members changed = *this;
    std::erase_if(changed.members_, [name](const auto& member) { return member.first == name; });
    return changed;
  }
  [[nodiscard]] std::string text() const {
    std::string json = "{";
    for (const auto& [name, value] : members_) json += (json.size() > 1 ? ",\"" : "\"") + name + "\":" + value;
    return json + "}";
  }

 private:
  std::vector<std::pair<std::string, std::string>> members_;
};

inline std::string json_string(std::string_view text) { return "\"" + std::string(text) + "\""; }

inline Members good_header(std::string_view kid = kCurrentKid) {
  return {{"alg", "\"ES256\""}, {"typ", "\"at+jwt\""}, {"kid", json_string(kid)}};
}

inline Members good_claims(std::int64_t issued_at = kNow) {
  return {{"iss", "\"https://example.com\""},
          {"sub", json_string(kClientId)},
          {"client_id", json_string(kClientId)},
          {"aud", R"(["https://example.com","https://example.com/api/agent/full-profile"])"},
          {"scope", "\"read:extended\""},
          {"iat", std::to_string(issued_at)},
          {"exp", std::to_string(issued_at + 900)},
          {"jti", "\"10111213-1415-4617-9819-1a1b1c1d1e1f\""}};
}

inline std::string name_of(oauth::BearerFault fault) {
  switch (fault) {
    case oauth::BearerFault::missing_token: return "missing_token";
    case oauth::BearerFault::token_in_query: return "token_in_query";
    case oauth::BearerFault::not_bearer: return "not_bearer";
    case oauth::BearerFault::malformed_token: return "malformed_token";
    case oauth::BearerFault::invalid_signature: return "invalid_signature";
    case oauth::BearerFault::invalid_claims: return "invalid_claims";
    case oauth::BearerFault::lives_too_long: return "lives_too_long";
    case oauth::BearerFault::expired: return "expired";
    case oauth::BearerFault::wrong_audience: return "wrong_audience";
    case oauth::BearerFault::insufficient_scope: return "insufficient_scope";
    case oauth::BearerFault::unavailable: return "unavailable";
  }
  return "?";
}

inline std::string verdict_of(oauth::BearerVerifier& verifier, std::string_view token, std::int64_t now = kNow) {
  const auto result = verifier.verify(token, at(now));
  return result ? "accepted" : name_of(result.error());
}

/// A verifier of the three base URLs in epoch 2839, and the key that signs in it.
class ForgeryTest : public testing::Test {
 protected:
  [[nodiscard]] std::string verdict(std::string_view token, std::int64_t now = kNow) {
    return verdict_of(verifier_, token, now);
  }
  [[nodiscard]] std::string verdict_on_header(std::string_view header) {
    return verdict(sign(header, good_claims().text(), key_));
  }
  [[nodiscard]] std::string verdict_on_claims(std::string_view payload) {
    return verdict(sign(good_header().text(), payload, key_));
  }
  [[nodiscard]] std::string good_token() const { return sign(good_header().text(), good_claims().text(), key_); }

  crypto::PrivateKey key_ = epoch_key(2839);
  oauth::BearerVerifier verifier_ = take(oauth::BearerVerifier::create(make_schedule({0}), base_urls()));
};

}  // namespace agent_access::test
