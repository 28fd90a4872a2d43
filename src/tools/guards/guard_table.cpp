#include "tools/guards/guard_table.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "http/message.hpp"
#include "json/members.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::tools {
namespace {

using json::text_at;

constexpr std::size_t kShownField = 40;
constexpr std::size_t kShownTitle = 60;

std::vector<Guard> guards_of(const boost::json::array& rows) {
  std::vector<Guard> guards;
  for (const auto& row : rows) {
    const auto& object = row.as_object();
    auto& guard = guards.emplace_back(text_at(object, "name"), text_at(object, "remedy"));
    for (const auto* sign : json::objects_at(object, "signs")) {
      const auto* const status = sign->if_contains("status");
      guard.signs.push_back({text_at(*sign, "field"), text_at(*sign, "contains"),
                             status == nullptr ? 0 : status->to_number<unsigned>(), sign->contains("is_page")});
    }
  }
  return guards;
}

bool contains(std::string_view text, std::string_view part) {
  return base::lower_case(text).find(base::lower_case(part)) != std::string::npos;
}

bool is_named(const ClientField& field, std::string_view name) {
  const auto begin = name.ends_with('-') ? std::string_view(field.name).substr(0, name.size()) : field.name;
  return http::equal_names(begin, name);
}

bool is_page(const ClientResponse& response) {
  return http::is_media_type(response.field("Content-Type"), "text/html");
}

bool fits(const GuardSign& sign, const ClientResponse& response) {
  if (sign.status != 0 && sign.status != response.status) return false;
  if (sign.is_page && !is_page(response)) return false;
  if (sign.field.empty()) return contains(response.body, sign.contains);
  return std::ranges::any_of(response.fields, [&](const ClientField& field) {
    return is_named(field, sign.field) && contains(field.value, sign.contains);
  });
}

/// The text of the first title element, or empty.
std::string title_of(const std::string& html) {
  const auto folded = base::lower_case(html);
  const auto begin = folded.find("<title>");
  const auto end = folded.find("</title>", begin == std::string::npos ? 0 : begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  constexpr std::size_t kTagSize = std::string_view("<title>").size();
  return html.substr(begin + kTagSize, end - begin - kTagSize);
}

}  // namespace

std::span<const Guard> guard_table() {
  static const auto kTable = boost::json::parse(templates::asset("guards.json"));
  static const auto kGuards = guards_of(kTable.as_array());
  return kGuards;
}

std::optional<Recognition> recognize(const ClientResponse& response) {
  for (const auto& guard : guard_table()) {
    const auto sign =
        std::ranges::find_if(guard.signs, [&](const GuardSign& candidate) { return fits(candidate, response); });
    if (sign != guard.signs.end()) return Recognition{&guard, &*sign};
  }
  return std::nullopt;
}

std::string told(const Recognition& recognition) {
  const auto& sign = *recognition.sign;
  std::string text(recognition.guard->name);
  text += " answers (";
  if (!sign.field.empty()) text += "field " + std::string(sign.field) + (sign.contains.empty() ? "" : ": ");
  if (sign.field.empty()) text += "text: ";
  return text + std::string(sign.contains) + "), not the service";
}

std::string remedy_of(const Recognition& recognition, std::string_view paths) {
  return std::string(recognition.guard->remedy) + " " + std::string(paths);
}

std::string told_of_unknown(const ClientResponse& response) {
  std::string text = "something in front of the service answers (" + std::to_string(response.status);
  const auto server = response.field("Server");
  if (!server.empty()) text += ", Server " + app::printable(server, kShownField);
  const auto title = title_of(response.body);
  if (!title.empty()) text += ", title " + app::printable(app::in_quotes(title), kShownTitle);
  return text + "), not the service";
}

std::string remedy_of_unknown(std::string_view paths) {
  return "find what answers so, and let it pass every program, without a challenge or a login, at " +
         std::string(paths);
}

}  // namespace agent_access::tools
