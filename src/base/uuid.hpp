/// \file
/// UUID version 4, RFC 9562 section 5.4, in the text form with dashes: read in either case, written in lower case.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/ports.hpp"

namespace agent_access::base {

struct Uuid {
  std::array<std::byte, 16> bytes{};

  friend bool operator==(const Uuid&, const Uuid&) = default;
};

/// A new version 4 UUID, or nothing when `random` fails.
[[nodiscard]] std::optional<Uuid> random_uuid(Random& random) noexcept;

/// Accepts exactly 36 characters, with letters of either case, version 4 and variant 10; returns nothing otherwise.
[[nodiscard]] std::optional<Uuid> parse_uuid(std::string_view text) noexcept;

/// The 36-character form.
[[nodiscard]] std::string to_text(const Uuid& uuid);
/// The same into `out`, which must have room for 36 characters.
void write_text(const Uuid& uuid, char* out) noexcept;

/// The same as a value without allocation.
class UuidText {
 public:
  explicit UuidText(const Uuid& uuid) noexcept { write_text(uuid, text_.data()); }
  [[nodiscard]] std::string_view view() const noexcept { return {text_.data(), text_.size()}; }

 private:
  std::array<char, 36> text_;
};

}  // namespace agent_access::base
