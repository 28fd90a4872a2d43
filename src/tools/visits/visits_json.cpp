#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <string_view>
#include <utility>

#include "app/text/text.hpp"
#include "tools/visits/visits_text.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kMostElements = 1000;

boost::json::value time_value(const std::optional<base::Seconds>& time) {
  return time ? boost::json::value(app::format_time(*time)) : boost::json::value(nullptr);
}

void put_numbers(boost::json::object& object, const Numbers& numbers) {
  object["requests"] = numbers.requests;
  object["documents"] = numbers.documents;
  object["registrations"] = numbers.registrations;
  object["tokens"] = numbers.tokens;
  object["profiles"] = numbers.profiles;
  object["refused"] = numbers.refused;
}

boost::json::array names_value(const NameCounts& names, std::string_view name, std::string_view count) {
  boost::json::array array;
  for (const auto& [text, number] : names.top(kMostElements)) {
    boost::json::object element;
    element[name] = text;
    element[count] = number;
    array.emplace_back(std::move(element));
  }
  return array;
}

boost::json::array resources_value(const VisitCounts& counts) {
  boost::json::array array;
  for (const auto& [path, numbers] : counts.resources()) {
    if (array.size() == kMostElements) break;
    array.push_back({{"path", path}, {"reads", numbers.reads}, {"refused", numbers.refused}});
  }
  return array;
}

boost::json::array days_value(const VisitCounts& counts) {
  boost::json::array array;
  for (const auto& [day, numbers] : counts.days()) {
    boost::json::object element;
    element["day"] = app::format_time(base::Seconds{day}).substr(0, std::string_view("2026-01-31").size());
    put_numbers(element, numbers);
    array.emplace_back(std::move(element));
  }
  return array;
}

boost::json::array agents_value(const VisitCounts& counts) {
  boost::json::array array;
  for (const auto& row : counts.families()) {
    boost::json::object element;
    element["name"] = row.family->name;
    element["operator"] = row.family->operator_name;
    element["kind"] = row.family->kind;
    put_numbers(element, row.numbers);
    array.emplace_back(std::move(element));
  }
  return array;
}

}  // namespace

std::string render_visits_json(const VisitCounts& counts) {
  boost::json::object object;
  object["since"] = time_value(counts.range().since);
  object["until"] = time_value(counts.range().until);
  object["first"] = time_value(counts.first());
  object["last"] = time_value(counts.last());
  object["lines"] = counts.lines();
  object["unreadable"] = counts.unreadable();
  object["foreign"] = counts.foreign();
  object["left_out"] = counts.left_out();
  object["try_requests"] = counts.own_tests();
  boost::json::object total;
  put_numbers(total, counts.total());
  object["total"] = std::move(total);
  object["days"] = days_value(counts);
  object["agents"] = agents_value(counts);
  object["documents"] = names_value(counts.documents(), "path", "reads");
  object["resources"] = resources_value(counts);
  object["refusals"] = names_value(counts.reasons(), "reason", "requests");
  object["unknown_paths"] = names_value(counts.unknown_paths(), "path", "requests");
  object["unknown_agents"] = names_value(counts.unknown_agents(), "user_agent", "requests");
  object["client_names"] = names_value(counts.client_names(), "name", "registrations");
  return boost::json::serialize(object) + "\n";
}

}  // namespace agent_access::tools
