#include "http/json_body.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace agent_access::http {

namespace {

namespace bj = boost::json;
using bj::error_code;

/// Events of the parser. Boost.JSON itself keeps the last of two equal names and turns 1e400 into infinity; both stop
/// here.
struct Reader {
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  explicit Reader(std::span<JsonMember> members) : wanted(members) {}

  std::span<JsonMember> wanted;
  std::optional<JsonFault> fault;
  std::vector<std::set<std::string, std::less<>>> names;  // of each open object; an array has an empty set
  std::string part;                                       // of a name or string that comes in pieces
  JsonMember* target = nullptr;                           // the wanted member whose value comes next

  bool refuse(JsonFault reason, error_code& ec) {
    fault = reason;
    ec = bj::error::syntax;
    return false;
  }
  bool open(error_code& ec, bool is_object) {
    if (names.empty() && !is_object) return refuse(JsonFault::not_an_object, ec);
    set_kind(MemberKind::other);
    names.emplace_back();
    return true;
  }
  bool close() {
    names.pop_back();
    return true;
  }
  bool scalar(error_code& ec, MemberKind kind = MemberKind::other) {
    if (names.empty()) return refuse(JsonFault::not_an_object, ec);
    set_kind(kind);
    return true;
  }
  void set_kind(MemberKind kind) {
    if (target == nullptr) return;
    target->kind = kind;
    if (kind == MemberKind::string) target->text = std::move(part);
    target = nullptr;
  }
  std::string take_part() { return std::exchange(part, {}); }

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code& ec) { return open(ec, true); }
  bool on_object_end(std::size_t, error_code&) { return close(); }
  bool on_array_begin(error_code& ec) { return open(ec, false); }
  bool on_array_end(std::size_t, error_code&) { return close(); }
  bool on_key_part(bj::string_view text, std::size_t, error_code&) {
    part.append(text.data(), text.size());
    return true;
  }
  bool on_key(bj::string_view text, std::size_t, error_code& ec) {
    part.append(text.data(), text.size());
    const auto [name, is_new] = names.back().insert(take_part());
    if (!is_new) return refuse(JsonFault::duplicate_name, ec);
    if (names.size() > 1) return true;
    for (JsonMember& member : wanted) {
      if (member.name == *name) target = &member;
    }
    return true;
  }
  bool on_string_part(bj::string_view text, std::size_t, error_code&) {
    part.append(text.data(), text.size());
    return true;
  }
  bool on_string(bj::string_view text, std::size_t, error_code& ec) {
    part.append(text.data(), text.size());
    const bool going_on = scalar(ec, MemberKind::string);
    part.clear();
    return going_on;
  }
  bool on_number_part(bj::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t, bj::string_view, error_code& ec) { return scalar(ec); }
  bool on_uint64(std::uint64_t, bj::string_view, error_code& ec) { return scalar(ec); }
  bool on_double(double number, bj::string_view, error_code& ec) {
    return std::isfinite(number) ? scalar(ec) : refuse(JsonFault::not_finite, ec);
  }
  bool on_bool(bool, error_code& ec) { return scalar(ec); }
  bool on_null(error_code& ec) { return scalar(ec); }
  bool on_comment_part(bj::string_view, error_code&) { return true; }
  bool on_comment(bj::string_view, error_code&) { return true; }
};

}  // namespace

base::Result<void, JsonFault> read_json_object(std::string_view body, std::span<JsonMember> wanted) {
  for (JsonMember& member : wanted) {
    member.kind = MemberKind::absent;
    member.text.clear();
  }
  bj::parse_options options;
  options.max_depth = kMaxJsonDepth;
  bj::basic_parser<Reader> parser(options, wanted);
  error_code ec;
  const std::size_t read = parser.write_some(false, body.data(), body.size(), ec);
  if (parser.handler().fault) return base::Failure(*parser.handler().fault);
  if (ec == bj::error::too_deep) return base::Failure(JsonFault::too_deep);
  if (ec || read != body.size()) return base::Failure(JsonFault::not_json);
  return {};
}

}  // namespace agent_access::http
