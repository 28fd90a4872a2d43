#include "mcp/tools.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <span>
#include <utility>

#include "documents/paths.hpp"
#include "mcp/near_slugs.hpp"
#include "mcp/tool_input.hpp"

namespace agent_access::mcp {

namespace {

namespace bj = boost::json;

/// Copies a member under another name; a missing one is left out.
void copy(const bj::object& from, std::string_view name, bj::object& to, std::string_view as) {
  if (const bj::value* const value = from.if_contains(name)) to[as] = *value;
}
void copy(const bj::object& from, std::string_view name, bj::object& to) { copy(from, name, to, name); }
void copy_all(const bj::object& from, bj::object& to) {
  for (const auto& [name, value] : from) to[name] = value;
}

std::size_t limit_of(const bj::object& input) { return input.at("limit").to_number<std::size_t>(); }

std::string_view string_of(const bj::object& input, std::string_view name) { return input.at(name).as_string(); }

}  // namespace

Tools::Tools(const Site& site) : site_(site), search_(site) {
  for (const auto* collection : {"publications", "projects", "pages"}) {
    auto& all = by_date_[collection];
    for (const bj::value& item : site_.items(collection)) all.push_back(&item.get_object());
    std::ranges::stable_sort(all, std::greater{}, [](const bj::object* item) { return text_member(*item, "date"); });
  }
  for (const content::Tool& tool : content::browser_tools()) {
    schemas_.push_back(bj::parse(tool.input_schema).as_object());
  }
}

const content::Tool* Tools::find(std::string_view name) noexcept {
  const auto tools = content::browser_tools();
  const auto found = std::ranges::find(tools, name, &content::Tool::name);
  return found == tools.end() ? nullptr : &*found;
}

base::Result<void, std::string> Tools::check(const content::Tool& tool, const bj::value* arguments) const {
  const auto place = static_cast<std::size_t>(&tool - content::browser_tools().data());
  auto input = checked_input(schemas_[place], arguments);
  if (!input) return base::Failure(std::move(input.error()));
  return {};
}

base::Result<bj::object, std::string> Tools::call(const content::Tool& tool, const bj::value* arguments) const {
  struct Row {
    std::string_view name;
    Output (Tools::*run)(const Input&) const;
  };
  static constexpr std::array kRows = std::to_array<Row>({
      {"get_site_overview", &Tools::overview},
      {"search_content", &Tools::search},
      {"list_content", &Tools::list},
      {"get_content_item", &Tools::get_item},
      {"get_cv_summary", &Tools::cv},
      {"get_contact_info", &Tools::contact},
      {"get_faq", &Tools::faq},
  });
  const auto place = static_cast<std::size_t>(&tool - content::browser_tools().data());
  auto input = checked_input(schemas_[place], arguments);
  if (!input) return base::Failure(std::move(input.error()));
  const auto* const row = std::ranges::find(kRows, tool.name, &Row::name);
  if (row == kRows.end()) return base::Failure(std::string(tool.name) + " needs an access token");
  return (this->*row->run)(*input);
}

Tools::Output Tools::overview(const Input&) const {
  bj::object result;
  for (const auto* name : {"title", "tagline", "url"}) copy(site_.data, name, result);
  copy(site_.data, "inLanguage", result, "language");
  copy(site_.data, "dateModified", result, "updated");
  copy(site_.data, "owner", result);
  bj::object collections;
  for (const auto* name : {"publications", "projects", "pages"}) collections[name] = site_.items(name).size();
  result["collections"] = std::move(collections);
  for (const auto* name : {"pages", "links", "resources"}) copy(site_.data, name, result);
  return result;
}

Tools::Output Tools::search(const Input& input) const {
  return search_.content(string_of(input, "query"), limit_of(input));
}

Tools::Output Tools::list(const Input& input) const {
  const std::string_view collection = string_of(input, "collection");
  const std::vector<const bj::object*>& all = by_date_.find(collection)->second;
  bj::array items;
  for (const bj::object* const item : std::span(all).first(std::min(limit_of(input), all.size()))) {
    bj::object entry;
    for (const auto* name : {"slug", "title", "date", "summary"}) copy(*item, name, entry);
    entry["url"] = url_of(*item);
    items.push_back(std::move(entry));
  }
  return bj::object{{"collection", collection}, {"total", all.size()}, {"items", std::move(items)}};
}

bj::value Tools::page_content(std::string_view slug) const {
  if (slug == "home") {
    bj::object content;
    for (const auto* name : {"tagline", "owner", "links"}) copy(site_.data, name, content);
    return content;
  }
  if (slug == "faq") return site_.questions;
  return member(site_.data, slug == "agent-access" ? std::string_view("resources") : slug);
}

bj::object Tools::item(std::string_view collection, std::string_view slug) const {
  bj::object result{{"collection", collection}};
  copy_all(*site_.find(collection, slug), result);
  if (collection == "pages") {
    if (bj::value content = page_content(slug); !content.is_null()) result["content"] = std::move(content);
  }
  return result;
}

Tools::Output Tools::get_item(const Input& input) const {
  const std::string_view collection = string_of(input, "collection");
  const std::string_view slug = string_of(input, "slug");
  if (site_.find(collection, slug) != nullptr) return item(collection, slug);
  const std::string near = near_slugs(site_.items(collection), slug);
  return base::Failure(std::string(collection) + " has no \"" + std::string(slug) + "\"; " +
                       (near.empty() ? "list_content names what exists" : "near: " + near));
}

bj::value Tools::owner_name() const {
  const bj::value& owner = member(site_.data, "owner");
  return owner.is_object() ? member(owner.get_object(), "name") : bj::value();
}

Tools::Output Tools::cv(const Input&) const {
  const bj::value& cv = member(site_.data, "cv");
  if (!cv.is_object()) return base::Failure(std::string("This site publishes no CV"));
  bj::object result;
  if (bj::value name = owner_name(); !name.is_null()) result["name"] = std::move(name);
  result["url"] = site_.page_url("cv", documents::kSitePath);
  copy_all(cv.get_object(), result);
  return result;
}

Tools::Output Tools::contact(const Input&) const {
  bj::object result;
  if (bj::value name = owner_name(); !name.is_null()) result["name"] = std::move(name);
  result["url"] = site_.page_url("contact", documents::kSitePath);
  copy_all(site_.data.at("contact").as_object(), result);
  return result;
}

Tools::Output Tools::faq(const Input& input) const {
  if (!input.contains("query")) return bj::object{{"total", site_.questions.size()}, {"faqs", site_.questions}};
  return search_.questions(string_of(input, "query"));
}

}  // namespace agent_access::mcp
