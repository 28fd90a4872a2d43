#include "net/http1/grammar.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "base/ascii.hpp"
#include "base/lanes.hpp"
#include "base/protocol.hpp"

namespace agent_access::net {
namespace {

using ByteSet = std::array<bool, 256>;

constexpr bool has(const ByteSet& set, char byte) { return set[static_cast<unsigned char>(byte)]; }

constexpr void add(ByteSet& set, std::string_view bytes) {
  for (const char byte : bytes) set[static_cast<unsigned char>(byte)] = true;
}

constexpr ByteSet range(unsigned first, unsigned last) {
  ByteSet set{};
  for (unsigned byte = first; byte <= last; ++byte) set[byte] = true;
  return set;
}

constexpr ByteSet kLineBytes = [] {
  ByteSet set = range(0x20, 0xff);
  set[0x7f] = false;
  set['\t'] = true;
  return set;
}();

constexpr std::string_view kAlphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

constexpr ByteSet kTokenBytes = [] {
  ByteSet set{};
  add(set, kAlphanumeric);
  add(set, "!#$%&'*+-.^_`|~");
  return set;
}();

constexpr ByteSet kTargetBytes = [] {
  ByteSet set = range(0x21, 0x7e);
  set['#'] = false;
  return set;
}();

constexpr ByteSet kNameBytes = [] {
  ByteSet set{};
  add(set, kAlphanumeric);
  add(set, "-._~");
  return set;
}();

constexpr ByteSet kDigits = range('0', '9');

constexpr ByteSet kAddressBytes = [] {
  ByteSet set = kDigits;
  add(set, "abcdefABCDEF:.");
  return set;
}();

bool all_in(const ByteSet& set, std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [&](char byte) { return has(set, byte); });
}

/// The length of a front of `bytes` that is all line bytes, found sixteen bytes at a time. May end early, as at a tab
/// or a byte above 0x7f, which are rare.
std::size_t plain_front(std::string_view bytes) noexcept {
  std::size_t at = 0;
  for (; at + sizeof(base::Lanes) <= bytes.size(); at += sizeof(base::Lanes)) {
    const base::Lanes lanes = base::load_lanes(bytes.data() + at);
    const base::Lanes other = (lanes < 0x20) | (lanes == 0x7f);
    std::array<std::uint64_t, 2> halves;
    std::memcpy(halves.data(), &other, sizeof other);
    if ((halves[0] | halves[1]) == 0) continue;
    if constexpr (std::endian::native != std::endian::little) return at;
    const bool is_first = halves[0] != 0;
    return at + (is_first ? 0U : sizeof halves[0]) +
           static_cast<std::size_t>(std::countr_zero(halves[is_first ? 0 : 1])) / 8;
  }
  return at;
}

bool is_port(std::string_view text) noexcept { return text.size() <= 5 && all_in(kDigits, text); }

}  // namespace

Line scan_line(std::string_view bytes, std::size_t longest) noexcept {
  const std::size_t end = std::min(bytes.size(), longest);
  std::size_t at = plain_front(bytes.substr(0, end));
  while (at < end && has(kLineBytes, bytes[at])) ++at;
  if (at == bytes.size()) return {Line::State::incomplete};
  if (bytes[at] == '\r') {
    if (at + 1 == bytes.size()) return {Line::State::incomplete};
    if (bytes[at + 1] != '\n') return {Line::State::malformed};
    return {Line::State::complete, at};
  }
  return {at == longest ? Line::State::too_long : Line::State::malformed};
}

bool is_token(std::string_view text) noexcept { return !text.empty() && all_in(kTokenBytes, text); }

bool is_origin_form(std::string_view text) noexcept { return text.starts_with('/') && is_target_text(text); }

bool is_target_text(std::string_view text) noexcept { return all_in(kTargetBytes, text); }

bool is_host(std::string_view text) noexcept {
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos || close < 3 || !all_in(kAddressBytes, text.substr(1, close - 1))) return false;
    const std::string_view rest = text.substr(close + 1);
    return rest.empty() || (rest.front() == ':' && is_port(rest.substr(1)));
  }
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  if (name.empty() || !all_in(kNameBytes, name)) return false;
  return colon == std::string_view::npos || is_port(text.substr(colon + 1));
}

std::optional<std::uint64_t> parse_length(std::string_view text) noexcept {
  if (text.empty() || text.size() > 19 || !all_in(kDigits, text)) return std::nullopt;
  std::uint64_t length = 0;
  std::from_chars(text.data(), text.data() + text.size(), length);
  return length;
}

std::optional<ConnectionOptions> parse_connection(std::string_view list) noexcept {
  ConnectionOptions options;
  for (;;) {
    const std::size_t comma = list.find(',');
    const std::string_view option = base::trim(list.substr(0, comma));
    if (!option.empty() && !is_token(option)) return std::nullopt;
    options.close = options.close || http::equal_names(option, "close");
    options.keep_alive = options.keep_alive || http::equal_names(option, "keep-alive");
    if (comma == std::string_view::npos) return options;
    list.remove_prefix(comma + 1);
  }
}

void note_codings(std::string_view list, Codings& codings) noexcept {
  for (;;) {
    const std::size_t comma = list.find(',');
    const std::string_view element = base::trim(list.substr(0, comma));
    const std::string_view name = base::trim(element.substr(0, element.find(';')));
    const bool is_chunked = http::equal_names(name, "chunked");
    const bool is_good = is_chunked ? name.size() == element.size() : is_token(name);
    codings.ambiguous = codings.ambiguous || codings.chunked || !is_good;
    codings.chunked = codings.chunked || is_chunked;
    codings.other = codings.other || !is_chunked;
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

bool is_disguised(std::string_view field_name) noexcept {
  if (field_name.find('_') == std::string_view::npos) return false;
  const auto same = [&](std::string_view trusted) {
    return trusted.size() == field_name.size() &&
           std::equal(trusted.begin(), trusted.end(), field_name.begin(), [](char wanted, char given) {
             const char plain = given == '_' ? '-' : given;
             return http::equal_names({&wanted, 1}, {&plain, 1});
           });
  };
  return std::ranges::any_of(protocol::kTrustedFields, same);
}

}  // namespace agent_access::net
