#include "http/form.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/hex.hpp"
#include "base/lanes.hpp"
#include "base/text.hpp"

namespace agent_access::http {
namespace {

/// Whether decoding changes nothing: ASCII without '%' and '+'. True for the ids and secrets of this service.
bool is_plain(std::string_view text) noexcept {
  return base::all_in_lanes(
      text, 'A', [](base::Lanes characters) { return (characters >= 0) & (characters != '%') & (characters != '+'); });
}

/// '+' becomes a space, "%XX" its byte. Nothing if a '%' has no two hexadecimal digits after it.
std::optional<std::string> percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i] == '+' ? ' ' : text[i]);
      continue;
    }
    const int high = i + 2 < text.size() ? base::hex_value(text[i + 1]) : -1;
    const int low = high >= 0 ? base::hex_value(text[i + 2]) : -1;
    if (low < 0) return std::nullopt;
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return out;
}

/// Calls visit(name, value) for each non-empty sequence between '&'; stops when it returns false.
template <class Visit>
void for_each_field(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const auto end = std::min(text.find('&'), text.size());
    const std::string_view sequence = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (sequence.empty()) continue;
    const auto equals = std::min(sequence.find('='), sequence.size());
    if (!visit(sequence.substr(0, equals), sequence.substr(std::min(equals + 1, sequence.size())))) return;
  }
}

bool has_duplicate(const std::vector<FormField>& fields) {
  // Up to eight names are compared pair by pair. More are sorted, which avoids quadratic time.
  if (fields.size() <= 8) {
    for (auto field = fields.begin(); field != fields.end(); ++field) {
      if (std::ranges::find(fields.begin(), field, field->name, &FormField::name) != field) return true;
    }
    return false;
  }
  std::vector<std::string_view> names(fields.size());
  std::ranges::transform(fields, names.begin(), [](const FormField& field) { return std::string_view(field.name); });
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) != names.end();
}

}  // namespace

bool names_parameter(std::string_view query, std::string_view name) noexcept {
  bool is_named = false;
  for_each_field(query,
                 [&](std::string_view each, std::string_view) { return !(is_named = is_named || each == name); });
  return is_named;
}

base::Result<std::string, FormFault> decode_component(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  auto decoded = percent_decode(text);
  if (!decoded) return base::Failure(FormFault::malformed_escape);
  if (!base::is_utf8(*decoded)) return base::Failure(FormFault::not_utf8);
  return std::move(*decoded);
}

base::Result<std::vector<FormField>, FormFault> read_form(std::string_view text,
                                                          std::span<const std::string_view> ignored) {
  base::Result<std::vector<FormField>, FormFault> result;
  result->reserve(4);  // a token request has up to four
  for_each_field(text, [&result, ignored](std::string_view name, std::string_view value) {
    auto decoded_name = decode_component(name);
    auto decoded_value = decode_component(value);
    if (!decoded_name || !decoded_value) {
      result = base::Failure(decoded_name ? decoded_value.error() : decoded_name.error());
      return false;
    }
    if (std::ranges::find(ignored, *decoded_name) != ignored.end()) return true;
    result->push_back({std::move(*decoded_name), std::move(*decoded_value)});
    return true;
  });
  if (result && has_duplicate(*result)) return base::Failure(FormFault::duplicate_name);
  return result;
}

}  // namespace agent_access::http
