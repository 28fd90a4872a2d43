// The Range field and dates: a part lies within the representation, a number is read as it is written, and a date that
// was read is written in the same way.
//
// Input: the length in decimal, LF, the value of Range, which is also read as a date.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "gated/preconditions.hpp"
#include "http/conditional.hpp"

namespace agent_access::fuzz {
namespace {

using gated::select_range;
using gated::Selection;
using http::http_date;
using http::parse_http_date;

void check_range(std::string_view range, std::size_t length) {
  const Selection selected = select_range(range, length);
  must(select_range(" " + std::string(range), length).kind == Selection::Kind::whole);
  must(select_range(std::string(range) + ",0-0", length).kind == Selection::Kind::whole ||
       range.find_first_not_of(" \t,", range.find('=') + 1) == std::string_view::npos);
  if (selected.kind == Selection::Kind::whole) return;
  must(range.size() > 6 && range.contains('-'));
  if (selected.kind != Selection::Kind::part) {
    must(selected.size == 0);
    return;
  }
  must(selected.size > 0 && selected.first < length && selected.size <= length - selected.first);
  const std::string exact =
      "bytes=" + std::to_string(selected.first) + "-" + std::to_string(selected.first + (selected.size - 1));
  must(select_range(exact, length) == selected);
}

void check_date(std::string_view text) {
  const auto date = parse_http_date(text);
  constexpr std::int64_t kLast = 253'402'300'799;
  if (!date || *date < 0 || *date > kLast) return;
  must(parse_http_date(http_date(*date)) == *date);
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(byte_range) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::size_t length = 0;
  std::from_chars(text.data(), text.data() + end, length);
  const std::string_view value = text.substr(std::min(end + 1, text.size()));
  check_range(value, length);
  check_date(value);
}

}  // namespace agent_access::fuzz
