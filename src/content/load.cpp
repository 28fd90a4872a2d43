#include "content/load.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <exception>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "content/assets.hpp"
#include "content/content_reader.hpp"
#include "content/design_check.hpp"
#include "content/labels.hpp"
#include "content/schema/schema_check.hpp"
#include "content/schema/text_form.hpp"
#include "json/strict_json.hpp"

namespace agent_access::content {

namespace {

namespace bj = boost::json;
using Errors = std::vector<ContentError>;
using Faults = std::vector<SchemaFault>;

constexpr json::JsonRules kRules = {"the file", kMaxContentSize, {}};

std::string_view text_of(const bj::value& item, std::string_view name) {
  const auto* object = item.if_object();
  const auto* member = object == nullptr ? nullptr : object->if_contains(name);
  const auto* text = member == nullptr ? nullptr : member->if_string();
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

const bj::array* list_at(const bj::value& document, std::string_view pointer) {
  bj::error_code ec;
  const auto* found = document.find_pointer(pointer, ec);
  return found == nullptr ? nullptr : found->if_array();
}

std::string item_pointer(std::string_view list, std::size_t index, std::string_view member) {
  return json::pointer_to(json::pointer_to(list, std::to_string(index)), member);
}

/// A slug is the name of one page: it must be unique in its list.
void check_slugs(const bj::value& document, std::string_view list, Faults& faults) {
  const auto* items = list_at(document, list);
  if (items == nullptr) return;
  std::map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const std::string_view slug = text_of((*items)[i], "slug");
    if (slug.empty()) continue;
    const auto [found, is_new] = first.emplace(slug, i);
    if (is_new) continue;
    const std::string other = json::member_path(document, item_pointer(list, found->second, "slug"));
    faults.push_back({item_pointer(list, i, "slug"), {}, "is taken by " + other + "; choose another"});
  }
}

/// Compares the parts that both dates have: "2031" to "2031-03" is valid.
void check_spans(const bj::value& document, Faults& faults) {
  constexpr std::string_view kList = "/cv/positions";
  const auto* items = list_at(document, kList);
  if (items == nullptr) return;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const std::string_view from = text_of((*items)[i], "from");
    const std::string_view until = text_of((*items)[i], "until");
    const std::size_t size = std::min(from.size(), until.size());
    if (is_date(from) && is_date(until) && until.substr(0, size) < from.substr(0, size)) {
      faults.push_back({item_pointer(kList, i, "until"), {}, "is before \"from\"; exchange the two or correct one"});
    }
  }
}

/// One fault for each place: an invalid slug is not reported as a repeated one, too.
void keep_first_of_each_place(Faults& faults) {
  std::set<std::pair<std::string_view, std::string_view>> places;
  const auto is_new = [&](const SchemaFault& fault) { return places.emplace(fault.pointer, fault.missing).second; };
  Faults kept;
  std::ranges::copy_if(faults, std::back_inserter(kept), is_new);
  faults = std::move(kept);
}

Errors to_errors(std::string_view text, const bj::value& document, const Faults& faults) {
  std::vector<std::string> pointers;
  std::ranges::transform(faults, std::back_inserter(pointers), &SchemaFault::pointer);
  const auto lines = json::lines_of(text, pointers);
  Errors errors;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const SchemaFault& fault = faults[i];
    const std::string pointer = fault.missing.empty() ? fault.pointer : json::pointer_to(fault.pointer, fault.missing);
    errors.push_back({lines[i], 0, json::member_path(document, pointer), fault.sentence});
  }
  std::ranges::stable_sort(errors, {}, &ContentError::line);
  return errors;
}

Faults check_site(const bj::value& document) {
  static const SchemaCheck kSchema(asset("schemas/site.schema.json"));
  Faults faults = kSchema.check(document);
  check_slugs(document, "/publications", faults);
  check_slugs(document, "/projects", faults);
  check_spans(document, faults);
  std::ranges::move(check_design(document), std::back_inserter(faults));
  std::ranges::move(check_labels(document), std::back_inserter(faults));
  return faults;
}

Faults check_faq(const bj::value& document) {
  static const SchemaCheck kSchema(asset("schemas/faq.schema.json"));
  return kSchema.check(document);
}

/// The file's one object, or all of its faults. Catches the exceptions by which the schema library reports its own
/// faults.
base::Result<bj::value, Errors> load(std::string_view text, Faults (*check)(const bj::value&)) {
  try {
    auto document = json::parse_json(text, kRules);
    if (!document) {
      const json::JsonError& error = document.error();
      return base::Failure(Errors{{error.line, error.column, {}, sentence(error, kRules)}});
    }
    Faults faults = check(*document);
    keep_first_of_each_place(faults);
    if (!faults.empty()) return base::Failure(to_errors(text, *document, faults));
    return std::move(*document);
  } catch (const std::exception& error) {
    return base::Failure(Errors{{0, 0, {}, std::string("the file could not be checked: ") + error.what()}});
  }
}

}  // namespace

std::string describe(const ContentError& error) {
  std::string text = json::place_prefix(error.line, error.column);
  if (!error.member.empty()) text.append(error.member).append(": ");
  return text.append(error.sentence);
}

base::Result<Site, Errors> parse_site(std::string_view json) {
  auto document = load(json, check_site);
  if (!document) return base::Failure(std::move(document.error()));
  return read_site(std::move(document->get_object()));
}

base::Result<Faq, Errors> parse_faq(std::string_view json) {
  const auto document = load(json, check_faq);
  if (!document) return base::Failure(document.error());
  return read_faq(document->get_object());
}

Site minimal_site(std::string_view name) {
  Site site;
  site.title = name;
  site.tagline = "A site with a registration and token service for AI agents.";
  site.owner.name = name;
  site.source = {{"title", site.title}, {"tagline", site.tagline}, {"owner", {{"name", site.owner.name}}}};
  return site;
}

Faq minimal_faq(std::string_view language) {
  const Labels labels(language);
  Faq faq;
  for (const std::string name : {"faq_read", "faq_free", "faq_stored", "faq_valid"}) {
    faq.questions.push_back({std::string(labels.text(name + "_question")), std::string(labels.text(name + "_answer"))});
  }
  return faq;
}

}  // namespace agent_access::content
