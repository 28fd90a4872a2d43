#include "content/access.hpp"

#include <algorithm>
#include <cstdint>

#include "base/ascii.hpp"
#include "content/path_form.hpp"

namespace agent_access::content {

namespace {

enum class Fit : std::uint8_t { no, in_another_case, exact };

struct FittingPrefix {
  Fit fit = Fit::no;
  std::size_t size = 0;  ///< decoded
};

std::uint8_t lower_byte(std::uint8_t byte) noexcept {
  return static_cast<std::uint8_t>(base::lower(static_cast<char>(byte)));
}

FittingPrefix compare_prefix(std::string_view prefix, std::string_view path) noexcept {
  // The usual case: without escapes in the prefix, equal bytes are equal characters.
  if (path.starts_with(prefix) && !prefix.contains('%')) return {Fit::exact, prefix.size()};
  FittingPrefix found{.fit = Fit::exact};
  DecodedPath wanted(prefix);
  DecodedPath given(path);
  for (auto byte = wanted.next(); byte; byte = wanted.next(), ++found.size) {
    const auto other = given.next();
    // The prefix without its last slash.
    if (!other && !wanted.next()) return found;
    if (!other || lower_byte(*byte) != lower_byte(*other)) return {};
    if (*byte != *other) found.fit = Fit::in_another_case;
  }
  return found;
}

}  // namespace

std::optional<std::size_t> Access::document_at(std::string_view path) const noexcept {
  const auto found = std::ranges::find(documents, path, &GatedDocument::path);
  if (found == documents.end()) return std::nullopt;
  return static_cast<std::size_t>(found - documents.begin());
}

std::optional<std::size_t> Access::gate_at(std::string_view path) const noexcept {
  FittingPrefix longest;
  std::size_t index = 0;
  for (std::size_t at = 0; at < gates.size(); ++at) {
    const FittingPrefix found = compare_prefix(gates[at].prefix, path);
    if (found.fit == Fit::no || found.size < longest.size) continue;
    if (found.size == longest.size && found.fit <= longest.fit) continue;
    longest = found;
    index = at;
  }
  if (longest.fit != Fit::exact) return std::nullopt;
  return index;
}

std::string_view Access::path_of(std::size_t resource) const noexcept {
  if (resource < documents.size()) return documents[resource].path;
  resource -= documents.size();
  return resource < gates.size() ? std::string_view(gates[resource].prefix) : std::string_view();
}

}  // namespace agent_access::content
