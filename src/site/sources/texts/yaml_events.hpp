/// \file
/// The events of a text in YAML, as libyaml gives them, and its mistakes in words. Private to this folder. An instance
/// belongs to one thread.
#pragma once

#include <yaml.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::sources {

/// A text of libyaml that ends with a NUL byte; empty for null.
[[nodiscard]] inline std::string_view text_of_yaml(const yaml_char_t* characters) noexcept {
  return characters == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(characters));
}

/// The parser of libyaml, and its last event. `text` outlives it.
class YamlEvents {
 public:
  explicit YamlEvents(std::string_view text);
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  /// False at the end, and at the first mistake.
  [[nodiscard]] bool next();
  [[nodiscard]] const yaml_event_t& event() const noexcept { return event_; }
  [[nodiscard]] std::size_t line() const noexcept { return event_.start_mark.line + 1; }
  /// "LINE: sentence"; nothing without a mistake.
  [[nodiscard]] std::optional<std::string> mistake() const;

 private:
  std::string_view text_;
  yaml_parser_t parser_{};
  yaml_event_t event_{};
};

}  // namespace agent_access::sources
