#include "mcp/site.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <utility>

#include "documents/paths.hpp"

namespace agent_access::mcp {

namespace {

namespace bj = boost::json;

bj::object read_object(const publish::Catalogue& documents, std::size_t host, std::string_view path) {
  const publish::Document* const document = documents.find(host, path);
  if (document == nullptr) return {};
  bj::error_code error;
  bj::value value = bj::parse(document->identity.body, error);
  return !error && value.is_object() ? std::move(value.get_object()) : bj::object();
}

/// The objects among the elements of an array; empty for any other value.
bj::array objects_of(const bj::value* value) {
  bj::array objects;
  if (value == nullptr || !value->is_array()) return objects;
  for (const bj::value& element : value->get_array()) {
    if (element.is_object()) objects.push_back(element);
  }
  return objects;
}

std::string place_of(std::string_view collection, std::string_view slug) {
  return std::string(collection).append("/").append(slug);
}

}  // namespace

Site Site::read(const publish::Catalogue& documents, std::size_t host, std::string base_url) {
  Site site;
  site.base_url = std::move(base_url);
  site.data = read_object(documents, host, documents::kSitePath);
  for (const auto* collection : {"publications", "projects", "pages"}) {
    bj::array items = objects_of(site.data.if_contains(collection));
    for (std::size_t at = 0; at < items.size(); ++at) {
      site.places.emplace(place_of(collection, text_member(items[at].get_object(), "slug")), at);
    }
    site.data[collection] = std::move(items);
  }
  const bj::value* const contact = site.data.if_contains("contact");
  if (contact == nullptr || !contact->is_object()) site.data["contact"] = bj::object();
  site.questions = objects_of(read_object(documents, host, documents::kFaqPath).if_contains("faqs"));
  return site;
}

const bj::array& Site::items(std::string_view collection) const { return data.at(collection).as_array(); }

const bj::object* Site::find(std::string_view collection, std::string_view slug) const {
  const auto found = places.find(place_of(collection, slug));
  return found == places.end() ? nullptr : &items(collection)[found->second].get_object();
}

std::string Site::page_url(std::string_view slug, std::string_view otherwise) const {
  const bj::object* const page = find("pages", slug);
  const std::string_view url = page == nullptr ? std::string_view() : text_member(*page, "url");
  return url.empty() ? base_url + std::string(otherwise) : std::string(url);
}

std::string_view text_member(const bj::object& object, std::string_view name) {
  const bj::value* const value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

const bj::value& member(const bj::object& object, std::string_view name) {
  static const bj::value kNull;
  const bj::value* const value = object.if_contains(name);
  return value == nullptr ? kNull : *value;
}

bj::value url_of(const bj::object& item) {
  for (const auto* name : {"page", "url"}) {
    const bj::value* const url = item.if_contains(name);
    if (url != nullptr && !url->is_null()) return *url;
  }
  return nullptr;
}

}  // namespace agent_access::mcp
