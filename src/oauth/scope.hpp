/// \file
/// Scopes: RFC 6749 section 3.3. A deployment has read:extended and the scopes that its owner declares; a set of them
/// is a bit mask, so that a verified token is cached and checked without its text. Immutable; thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "oauth/types.hpp"

namespace agent_access::oauth {

/// The most scopes of a deployment.
inline constexpr std::size_t kMaxScopes = 32;
/// The index of read:extended.
inline constexpr std::size_t kDefaultScope = 0;

/// Scopes by their index in a Scopes. Only meaningful together with it.
class ScopeSet {
 public:
  constexpr ScopeSet() = default;
  /// Precondition: bits of declared scopes only.
  static constexpr ScopeSet of_bits(std::uint32_t bits) noexcept { return ScopeSet(bits); }

  constexpr void insert(std::size_t index) noexcept { bits_ |= std::uint32_t{1} << index; }
  [[nodiscard]] constexpr bool contains(std::size_t index) const noexcept {
    return index < kMaxScopes && (bits_ >> index & 1U) != 0;
  }
  [[nodiscard]] constexpr bool is_empty() const noexcept { return bits_ == 0; }
  [[nodiscard]] constexpr std::uint32_t bits() const noexcept { return bits_; }

  friend constexpr bool operator==(ScopeSet, ScopeSet) = default;

 private:
  explicit constexpr ScopeSet(std::uint32_t bits) noexcept : bits_(bits) {}
  std::uint32_t bits_ = 0;
};

class Scopes {
 public:
  /// Only read:extended.
  Scopes() = default;
  /// Precondition: at most kMaxScopes different scope-tokens; the first is read:extended. An empty list is that alone.
  explicit Scopes(std::vector<std::string> names);

  /// Whether the owner declares scopes. If not, `scope` of a token request is ignored.
  [[nodiscard]] bool are_declared() const noexcept { return names_.size() > 1; }
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
  /// Precondition: index < names().size().
  [[nodiscard]] std::string_view name(std::size_t index) const noexcept { return names_[index]; }

  /// The scopes for the `scope` of a token request: read:extended if it is empty or if none are declared. invalid_scope
  /// if it names another scope.
  [[nodiscard]] base::Result<ScopeSet, TokenFault> requested(std::string_view scope) const noexcept;
  /// The declared scopes in the `scope` of a token; others are ignored.
  [[nodiscard]] ScopeSet known_in(std::string_view scope) const noexcept;
  [[nodiscard]] ScopeSet all() const noexcept;

  /// Appends the names in the order of their declaration, with one space between two.
  void append_text(ScopeSet scopes, std::string& text) const;

  friend bool operator==(const Scopes&, const Scopes&) = default;

 private:
  /// kMaxScopes if there is no such name.
  [[nodiscard]] std::size_t index_of(std::string_view name) const noexcept;

  std::vector<std::string> names_ = {std::string(kScope)};
};

}  // namespace agent_access::oauth
