// The reader of JSON reads what the parser of Boost.JSON reads, and the same value, except what it refuses on purpose.
// What is kept of the value, and where lines are looked for, makes no difference.
#include <boost/json/parse.hpp>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "fuzz/target.hpp"
#include "json/reader.hpp"

namespace agent_access::fuzz {
namespace {

namespace bj = boost::json;

std::optional<bj::value> read_by_boost(std::string_view text, std::size_t max_depth) {
  bj::parse_options options;
  options.max_depth = max_depth;
  bj::error_code error;
  bj::value value = bj::parse(text, error, {}, options);
  return error ? std::nullopt : std::optional(std::move(value));
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(json) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = json::read_json(text);
  const auto theirs = read_by_boost(text, json::kForeignJson.max_depth);
  if (read) must(theirs.has_value() && *read == *theirs);
  if (!read) {
    using enum json::JsonFault;
    const auto fault = read.error().fault;
    must(fault == duplicate_name || fault == not_finite || !theirs.has_value());
    must(read.error().line > 0 && read.error().column > 0);
    must(fault != not_json || !read.error().detail.empty());
  }
  const bool is_object = read && read->is_object();
  const auto checked = json::check_object(text, json::kForeignJson);
  must(checked.has_value() == is_object);
  if (is_object) must(*checked == read->get_object().size());
  json::Lines lines = {{"", 0}};
  json::find_lines(text, lines);
  must(!read || lines.at("") > 0);
}

}  // namespace agent_access::fuzz
