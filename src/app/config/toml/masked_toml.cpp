#include "app/config/toml/masked_toml.hpp"

#include <algorithm>

#include "base/bytes.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kSlashes = "://";
constexpr std::string_view kEnd = "\"' \t\r\n";
constexpr std::byte kFill{'x'};

}  // namespace

MaskedToml::MaskedToml(std::string_view toml) : original_(toml), masked_(base::bytes_of(toml)) {
  std::size_t line = 1;
  std::size_t counted = 0;
  for (auto at = toml.find(kSlashes); at != std::string_view::npos; at = toml.find(kSlashes, at + 1)) {
    const auto begin = at + kSlashes.size();
    const auto url = toml.substr(begin, toml.find_first_of(kEnd, begin) - begin);
    const auto size = url.rfind('@');
    if (size == std::string_view::npos) continue;
    line += static_cast<std::size_t>(std::ranges::count(toml.substr(counted, at - counted), '\n'));
    counted = at;
    hidden_.push_back({line, begin, size});
    std::ranges::fill(masked_.reveal_for_writing().subspan(begin, size), kFill);
  }
}

std::string_view MaskedToml::text() const noexcept { return base::text_of(masked_.reveal()); }

std::optional<base::SecretBytes> MaskedToml::unmask(std::string_view value, std::size_t line) const {
  base::SecretBytes whole(base::bytes_of(value));
  const auto slashes = value.find(kSlashes);
  const auto at = value.rfind('@');
  if (slashes == std::string_view::npos || at == std::string_view::npos || at < slashes + kSlashes.size()) return whole;
  const auto begin = slashes + kSlashes.size();
  const auto found = std::ranges::find_if(hidden_, [&](const Credentials& credentials) {
    return credentials.line == line && credentials.size == at - begin;
  });
  if (found == hidden_.end()) return std::nullopt;
  const auto credentials = base::bytes_of(original_.substr(found->begin, found->size));
  std::ranges::copy(credentials, whole.reveal_for_writing().subspan(begin).begin());
  return whole;
}

/// What was masked on the line, of this size; nothing if there is none, or two that differ.
std::optional<std::string_view> MaskedToml::hidden_text(std::size_t line, std::size_t size) const {
  std::optional<std::string_view> found;
  for (const auto& credentials : hidden_) {
    if (credentials.line != line || credentials.size != size) continue;
    const auto text = original_.substr(credentials.begin, credentials.size);
    if (found && *found != text) return std::nullopt;
    found = text;
  }
  if (found && found->contains('\\')) return std::nullopt;
  return found;
}

std::optional<std::string> MaskedToml::restore(std::string_view value, std::size_t line) const {
  std::string whole(value);
  for (auto at = value.find(kSlashes); at != std::string_view::npos; at = value.find(kSlashes, at + 1)) {
    const auto begin = at + kSlashes.size();
    const auto url = value.substr(begin, value.find_first_of(kEnd, begin) - begin);
    const auto size = url.rfind('@');
    if (size == std::string_view::npos) continue;
    const auto text = hidden_text(line, size);
    if (!text) return std::nullopt;
    whole.replace(begin, size, *text);
  }
  return whole;
}

}  // namespace agent_access::app
