// If-Match, If-None-Match, HTTP-dates and Content-Type: a matching tag occurs in the value, and text before or behind a
// list that is well-formed does not change its tags.
//
// Input: the entity tag's opaque part (up to a quote or LF), LF, the If-None-Match value, which is also read as a
// Content-Type.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "http/fields.hpp"
#include "http/message.hpp"
#include "http/preconditions.hpp"

namespace agent_access::fuzz {
namespace {

using http::is_media_type;
void check_entity_tags(const std::string& etag, std::string_view value) {
  const auto names_etag = [](std::string_view list, std::string_view tag) {
    return http::names_etag(list, tag, http::Comparison::weak);
  };
  must(names_etag(value, etag) || !http::names_etag(value, etag, http::Comparison::strong));
  must(http::names_etag(etag + ", " + std::string(value), etag, http::Comparison::strong));
  const bool named = names_etag(value, etag);
  const bool is_any = value.find_first_not_of(" \t*") == std::string_view::npos;
  if (named) must(value.contains(etag) || is_any);
  must(names_etag(etag + ", " + std::string(value), etag));
  must(names_etag("W/" + etag + "," + std::string(value), etag));
  const std::string other = etag.substr(0, etag.size() - 1) + ", and more\"";
  if (!value.contains('*')) must(names_etag(other + " ," + std::string(value), etag) == named);
  if (named && !is_any) must(names_etag(std::string(value) + ", \"x\"", etag));
}

void check_media_type(std::string_view value) {
  constexpr std::string_view kJson = "application/json";
  const bool is_json = is_media_type(value, kJson);
  if (is_json) {
    must(http::equal_names(value.substr(0, kJson.size()), kJson));
    must(is_media_type(std::string(value) + ";charset=utf-8", kJson));
    must(!is_media_type("x" + std::string(value), kJson));
  }
  must(!is_json || !is_media_type(value, "application/x-www-form-urlencoded"));
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(conditional) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view opaque = text.substr(0, std::min(end, text.find('"')));
  const std::string_view value = text.substr(std::min(end + 1, text.size()));
  check_entity_tags("\"" + std::string(opaque) + "\"", value);
  check_media_type(value);
  const auto date = http::parse_http_date(value);
  if (date && value.ends_with(" GMT") && value.size() == 29) must(http::http_date(*date) == value);
}

}  // namespace agent_access::fuzz
