/// \file
/// TOML text before and after the parser: passwords out of it, and its mistakes in words. Thread safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/secret.hpp"

namespace agent_access::app {

/// A TOML text with the credentials of its URLs masked, because the parser keeps texts in ordinary memory.
///
/// Credentials are the text between "://" and the last '@' before a quote, white space or the end of the line; they are
/// replaced by as many 'x', so that lines and columns stay the same. An instance is const and thread safe. NOT masked:
/// credentials with TOML escapes or over several lines, which unmask() refuses.
class MaskedToml {
 public:
  /// `toml` must outlive this object.
  explicit MaskedToml(std::string_view toml);

  [[nodiscard]] std::string_view text() const noexcept;
  /// The value that the parser found on this line, counted from 1, with its credentials restored; unchanged when it has
  /// none. Returns nothing when the parser's text does not match that line.
  [[nodiscard]] std::optional<base::SecretBytes> unmask(std::string_view value, std::size_t line) const;
  /// The same for a text that is not secret and may have several URLs: the text as the file has it. Returns nothing
  /// when it is not clear what was masked: an escape in a URL, or two URLs of equal length on one line.
  [[nodiscard]] std::optional<std::string> restore(std::string_view value, std::size_t line) const;

 private:
  struct Credentials {
    std::size_t line;
    std::size_t begin;
    std::size_t size;
  };
  [[nodiscard]] std::optional<std::string_view> hidden_text(std::size_t line, std::size_t size) const;

  std::string_view original_;
  base::SecretBytes masked_;
  std::vector<Credentials> hidden_;
};

/// Says in words what is wrong in a line that the TOML parser refused, for the mistakes that people make most: a text
/// without quotes, another kind of comment, a colon for an equals sign, a list that is not closed, a section or key
/// that occurs twice. The mistake and its correction: "a text needs double quotes: address = \"127.0.0.1:8080\"". Names
/// the line in which the list begins, or the section or key occurs first. `line` counts from 1. Empty for other
/// mistakes. A value that may be a password is not repeated.
[[nodiscard]] std::string describe_toml_mistake(std::string_view text, std::size_t line);

}  // namespace agent_access::app
