#include "mcp/tools.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <utility>

#include "base/text.hpp"
#include "site/content/sentence.hpp"
#include "site/documents/paths.hpp"

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

std::size_t size_of(const bj::object& input, std::string_view name) { return input.at(name).to_number<std::size_t>(); }

/// A list of more items leaves out what is long.
constexpr std::size_t kMostWholeRows = 10;
constexpr std::size_t kMostAuthors = 3;

/// The first of them, and how many there are besides. A file of the owner may have any value there.
void copy_authors(const bj::object& from, std::size_t most, bj::object& to) {
  const bj::value* const authors = from.if_contains("authors");
  const bj::array* const all = authors == nullptr ? nullptr : authors->if_array();
  if (all == nullptr || all->size() <= most) return copy(from, "authors", to);
  to["authors"] = bj::array(all->begin(), all->begin() + static_cast<std::ptrdiff_t>(most));
  to["more_authors"] = all->size() - most;
}

/// An item in a list.
bj::object row_of(const bj::object& item, bool is_whole) {
  bj::object row;
  for (const auto* name : {"slug", "title", "date"}) copy(item, name, row);
  copy_authors(item, is_whole ? kMostAuthors : 1, row);
  for (const auto* name : {"type", "venue"}) copy(item, name, row);
  if (!is_whole) return row;
  copy(item, "summary", row);
  if (const auto text = json::find_text(row, "summary")) row["summary"] = content::first_sentence(*text);
  row["url"] = url_of(item);
  return row;
}

/// By which items are listed. What is not yet published comes first, other items without a date last.
std::string_view time_of(std::string_view collection, const bj::object& item) {
  const std::string_view date = json::text_at(item, "date");
  const bool is_coming = date.empty() && collection == "publications" && !json::text_at(item, "status").empty();
  return is_coming ? "9999" : date;
}

std::string_view string_of(const bj::object& input, std::string_view name) { return input.at(name).as_string(); }

std::string choice_in(const bj::value& value) { return std::string(value.as_string()); }
std::string number_of(const bj::object& schema, std::string_view keyword) {
  return std::to_string(schema.at(keyword).as_int64());
}

std::string expectation_of(const bj::object& schema) {
  if (const auto* values = schema.if_contains("enum"))
    return "one of " + base::joined(std::views::transform(values->as_array(), choice_in));
  if (schema.at("type").as_string() == "integer") {
    return "an integer from " + number_of(schema, "minimum") + " to " + number_of(schema, "maximum");
  }
  return "a string of " + number_of(schema, "minLength") + " to " + number_of(schema, "maxLength") + " characters";
}

/// The integer that the value is; 5.0 is one as well.
std::optional<double> integer_of(const bj::value& value) {
  if (!value.is_number()) return std::nullopt;
  const auto number = value.to_number<double>();
  return std::floor(number) == number ? std::optional(number) : std::nullopt;
}

bool fits(const bj::object& schema, const bj::value& value) {
  if (const auto* values = schema.if_contains("enum"))
    return std::ranges::find(values->as_array(), value) != values->as_array().end();
  if (schema.at("type").as_string() == "integer") {
    const auto number = integer_of(value);
    return number && *number >= static_cast<double>(schema.at("minimum").as_int64()) &&
           *number <= static_cast<double>(schema.at("maximum").as_int64());
  }
  if (!value.is_string()) return false;
  const auto size = static_cast<std::int64_t>(base::characters_in(value.get_string()));
  return size >= schema.at("minLength").as_int64() && size <= schema.at("maxLength").as_int64();
}

bool is_required(const bj::object& schema, std::string_view name) {
  const auto* const required = schema.if_contains("required");
  return required != nullptr && std::ranges::find(required->as_array(), bj::value(name)) != required->as_array().end();
}

/// Models and their hosts write numbers as text, too.
bj::value read_as(const bj::object& schema, const bj::value& given) {
  constexpr std::size_t kMostDigits = 15;
  if (schema.at("type").as_string() != "integer" || !given.is_string()) return given;
  const std::string_view text = given.get_string();
  const auto number = base::whole_number<std::uint64_t>(text);
  return number && text.size() <= kMostDigits ? bj::value(static_cast<std::int64_t>(*number)) : given;
}

/// What they write for an optional value that is not set: null, an empty text, of an object the empty list of PHP, and
/// 0 where the least value is more.
bool is_filler(const bj::object& schema, const bj::value& value) {
  if (value.is_array()) return schema.at("type").as_string() == "object" && value.get_array().empty();
  if (value.is_null() || (value.is_string() && value.get_string().empty())) return true;
  const bj::value* const least = schema.if_contains("minimum");
  return least != nullptr && least->as_int64() > 0 && integer_of(value) == 0.0;
}

/// What the caller means, or the default, or nothing. `given` may be null.
std::optional<bj::value> value_of(const bj::object& schema, const bj::value* given, bool is_optional) {
  const bj::value* const usual = schema.if_contains("default");
  const bool is_given = given != nullptr && !(is_optional && is_filler(schema, *given));
  if (is_given) return read_as(schema, *given);
  return usual == nullptr ? std::nullopt : std::optional(*usual);
}

}  // namespace

Tools::Tools(const Site& site, const Tools* other)
    : site_(site), search_(site, other == nullptr ? nullptr : &other->search_) {
  for (const std::string_view collection : kCollections) {
    auto& all = by_date_[std::string(collection)];
    for (const bj::value& item : site_.items(collection)) all.push_back(&item.get_object());
    std::ranges::stable_sort(all, std::greater{}, [&](const bj::object* item) { return time_of(collection, *item); });
  }
}

const content::Tool* Tools::find(std::string_view name) {
  const auto tools = content::browser_tools();
  const auto found = std::ranges::find(tools, name, &content::Tool::name);
  return found == tools.end() ? nullptr : &*found;
}

/// Of each tool that needs no token.
Tools::Function Tools::function_of(const content::Tool& tool) {
  struct Implementation {
    std::string_view tool;
    Function function;
  };
  static constexpr std::array kImplementations = std::to_array<Implementation>({
      {"get_site_overview", &Tools::overview},
      {"search_content", &Tools::search},
      {"list_content", &Tools::list},
      {"get_content_item", &Tools::get_item},
      {"get_cv_summary", &Tools::cv},
      {"get_contact_info", &Tools::contact},
      {"get_faq", &Tools::faq},
  });
  if (tool.is_gated) return nullptr;
  const auto* const found = std::ranges::find(kImplementations, tool.name, &Implementation::tool);
  if (found == kImplementations.end()) throw std::logic_error("no function for the tool " + std::string(tool.name));
  return found->function;
}

base::Result<bj::object, std::string> Tools::call(const content::Tool& tool, const bj::value* arguments) const {
  const Function function = function_of(tool);
  auto input = checked_input(tool.input_schema, arguments);
  if (!input) return base::Failure(std::move(input.error()));
  if (function == nullptr) return base::Failure(std::string(tool.name) + " needs an access token");
  return (this->*function)(*input);
}

Tools::Output Tools::overview(const Input&) const {
  bj::object result;
  for (const auto* name : {"title", "tagline", "url"}) copy(site_.data, name, result);
  copy(site_.data, "inLanguage", result, "language");
  copy(site_.data, "dateModified", result, "updated");
  copy(site_.data, "owner", result);
  bj::object collections;
  for (const std::string_view name : kCollections) collections[name] = site_.items(name).size();
  result["collections"] = std::move(collections);
  for (const auto* name : {"pages", "links", "resources"}) copy(site_.data, name, result);
  return result;
}

Tools::Output Tools::search(const Input& input) const {
  return search_.content(string_of(input, "query"), size_of(input, "limit"));
}

Tools::Output Tools::list(const Input& input) const {
  const std::string_view collection = string_of(input, "collection");
  const std::string year = input.contains("year") ? std::to_string(input.at("year").to_number<int>()) : "";
  const std::string_view type = input.contains("type") ? string_of(input, "type") : "";
  const auto is_wanted = [&](const bj::object* item) {
    return (year.empty() || json::text_at(*item, "date").substr(0, 4) == year) &&
           (type.empty() || json::text_at(*item, "type") == type);
  };
  std::vector<const bj::object*> all = by_date_.find(collection)->second;
  std::erase_if(all, std::not_fn(is_wanted));
  const std::size_t offset = std::min(size_of(input, "offset"), all.size());
  const std::size_t next = std::min(offset + size_of(input, "limit"), all.size());
  bj::array items;
  for (const bj::object* const item : std::span(all).subspan(offset, next - offset)) {
    items.push_back(row_of(*item, next - offset <= kMostWholeRows));
  }
  bj::object result{{"collection", collection}, {"total", all.size()}, {"items", std::move(items)}};
  if (next > offset && next < all.size()) {
    result["next_offset"] = next;
    result["next"] =
        std::to_string(all.size() - next) + " more: call list_content again with offset " + std::to_string(next);
  }
  return result;
}

bj::value Tools::page_content(std::string_view slug) const {
  if (slug == "home") {
    bj::object content;
    for (const auto* name : {"tagline", "owner", "links"}) copy(site_.data, name, content);
    return content;
  }
  if (slug == "faq") return site_.items("faqs");
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
  if (input.contains("query")) return search_.questions(string_of(input, "query"));
  const bj::array& faqs = site_.items("faqs");
  return bj::object{{"total", faqs.size()}, {"faqs", faqs}};
}

base::Result<bj::object, std::string> checked_input(const bj::object& schema, const bj::value* input) {
  static const bj::value kNone = bj::object();
  if (input == nullptr) input = &kNone;
  if (!input->is_object()) return base::Failure(std::string("input must be an object"));
  const bj::object& given = input->get_object();
  const bj::object& properties = schema.at("properties").as_object();
  bj::object checked;
  for (const auto& [name, property] : properties) {
    const bj::object& rules = property.as_object();
    const bool is_optional = !is_required(schema, name);
    std::optional<bj::value> value = value_of(rules, given.if_contains(name), is_optional);
    if (!value && is_optional) continue;
    if (!value || !fits(rules, *value)) return base::Failure(std::string(name) + " must be " + expectation_of(rules));
    checked[name] = std::move(*value);
  }
  return checked;
}

}  // namespace agent_access::mcp
