#include "mcp/resources.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "http/fields.hpp"
#include "json/json_text.hpp"
#include "oauth/types.hpp"
#include "site/content/pages.hpp"
#include "site/content/path_form.hpp"
#include "site/documents/document_row.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::mcp {
namespace {

namespace bj = boost::json;

/// The operation of a document with content of the site; null for any other, such as metadata and files of browsers.
const documents::ApiOperation* content_at(std::string_view path) {
  const auto table = publish::document_table();
  const auto row = std::ranges::find(table, path, &documents::DocumentRow::path);
  return row != table.end() && row->api && row->api->tag == documents::kContentTag ? &*row->api : nullptr;
}

/// What a list says about a page, work or document.
struct Listing {
  std::string_view title;
  std::string_view description;
};

/// Items of the owner need no summary, nor, in a file of the owner's own, a title.
Listing listing_of(std::string_view collection, const bj::object& item) {
  constexpr std::array<Listing, kCollections.size()> kNames = {{{"Publication", "A publication of the site."},
                                                                {"Project", "A project of the site."},
                                                                {"Page", "A page of the site."}}};
  const auto usual =
      kNames.at(static_cast<std::size_t>(std::ranges::find(kCollections, collection) - kCollections.begin()));
  const std::string_view title = json::text_at(item, "title");
  const std::string_view summary = json::text_at(item, "summary");
  return {title.empty() ? usual.title : title, summary.empty() ? usual.description : summary};
}

/// Pages and works by the address of their page.
std::unordered_map<std::string_view, Listing> listings_of(const Site& site) {
  std::unordered_map<std::string_view, Listing> entries;
  for (const std::string_view collection : kCollections) {
    for (const bj::value& element : site.items(collection)) {
      const bj::object& item = element.get_object();
      const std::string_view page = json::text_at(item, "page");
      entries.emplace(page.empty() ? json::text_at(item, "url") : page, listing_of(collection, item));
    }
  }
  return entries;
}

/// The paths that have the Markdown form of a page which is in the list itself.
std::unordered_set<std::string> paths_of_forms(const publish::Catalogue& documents,
                                               const std::vector<std::string>& paths) {
  std::unordered_set<std::string> forms;
  for (const std::string& path : paths) {
    if (documents.find(path)->has_markdown()) forms.insert(content::markdown_path_of(path));
  }
  return forms;
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char byte : text) {
    if (base::is_alphanumeric(byte) || std::string_view("-._~").contains(byte)) {
      out.push_back(byte);
    } else {
      base::append_percent(out, byte);
    }
  }
}

std::string item_uri(std::string_view collection, std::string_view slug) {
  std::string uri = std::string("content:///").append(collection).append("/");
  append_escaped(uri, slug);
  return uri;
}

constexpr auto kTextTypes = std::to_array<std::string_view>({
    "application/ecmascript", "application/graphql",  "application/javascript", "application/json",
    "application/jsonl",      "application/n-quads",  "application/n-triples",  "application/sparql-query",
    "application/sql",        "application/toml",     "application/trig",       "application/x-bibtex",
    "application/x-latex",    "application/x-ndjson", "application/x-tex",      "application/x-yaml",
    "application/xml",        "application/xml-dtd",  "application/yaml",
});
constexpr auto kTextSuffixes = std::to_array<std::string_view>({"+json", "+xml", "+yaml"});

std::string_view without_parameters(std::string_view media_type) noexcept {
  const std::string_view type = documents::essence_of(media_type);
  return type.substr(0, type.find_last_not_of(" \t") + 1);
}

void append_base64(std::string& out, std::string_view bytes) {
  const std::size_t before = out.size();
  out.resize_and_overwrite(before + base::base64_encoded_size(bytes.size()), [&](char* begin, std::size_t) {
    return base::base64_encode_to(base::bytes_of(bytes), begin + before) - begin;
  });
}

}  // namespace

std::string listed_spelling(std::string_view uri) {
  constexpr std::string_view kBeforeAuthority = "://";
  const std::size_t mark = uri.find(kBeforeAuthority);
  if (mark == std::string_view::npos) return std::string(uri);
  const std::size_t start = std::min(uri.find_first_of("/?#", mark + kBeforeAuthority.size()), uri.size());
  const std::size_t end = std::min(uri.find('?', start), uri.size());
  std::string room;
  std::string listed = base::lower_case(uri.substr(0, start));
  return listed.append(content::published_spelling(uri.substr(start, end - start), room)).append(uri.substr(end));
}

Resources::Resources(const publish::Catalogue& documents, const Site& site,
                     std::span<const documents::GatedResource> gated, bool has_profile)
    : site_(site), profile_uri_(site.base_url + std::string(oauth::kProfilePath)) {
  add_documents(documents);
  if (has_profile) {
    entries_.push_back({{"uri", profile_uri_},
                        {"name", std::string(oauth::kProfilePath.substr(1))},
                        {"title", "Extended profile"},
                        {"description", "Needs an access token with the scope " + std::string(oauth::kScope) + "."},
                        {"mimeType", documents::kJsonType}});
  }
  add_gated(gated);
  add_items();
  entry_count_ = entries_.size();
}

void Resources::add_gated(std::span<const documents::GatedResource> gated) {
  for (const documents::GatedResource& resource : gated) {
    if (resource.document == nullptr) continue;
    std::string uri = site_.base_url + std::string(resource.path);
    std::string text(resource.description);
    text.append(text.empty() ? "" : " ")
        .append("Needs an access token with the scope ")
        .append(resource.scope)
        .append(". Files of more than 1 MiB are read over HTTP.");
    entries_.push_back({{"uri", uri},
                        {"name", resource.path.substr(1)},
                        {"title", resource.title},
                        {"description", text},
                        {"mimeType", documents::essence_of(resource.document->media_type)}});
    gated_.push_back(std::move(uri));
  }
}

bool Resources::is_gated(std::string_view uri) const { return std::ranges::find(gated_, uri) != gated_.end(); }

void Resources::add_documents(const publish::Catalogue& documents) {
  const std::vector<std::string> paths = documents.paths();
  const auto pages = listings_of(site_);
  const auto forms = paths_of_forms(documents, paths);
  for (const std::string& path : paths) {
    const publish::Document& document = *documents.find(path);
    if (document.source.kind == documents::DocumentKind::file || path == documents::kNotFoundPath) continue;
    const documents::ApiOperation* const content = content_at(path);
    const bool is_form = forms.contains(path);
    const publish::Document* const markdown = documents.markdown_of(document);
    if (content == nullptr && markdown == nullptr && !is_form) continue;
    const publish::Document& form = markdown == nullptr ? document : *markdown;
    const std::string type(documents::essence_of(form.source.media_type));
    const std::string uri = site_.base_url + path;
    if (!is_form) {
      const auto page = pages.find(uri);
      const Listing listing = content != nullptr    ? Listing{content->summary, content->description}
                              : page == pages.end() ? listing_of("pages", {})
                                                    : page->second;
      entries_.push_back({{"uri", uri},
                          {"name", path == "/" ? "home" : path.substr(1)},
                          {"title", listing.title},
                          {"description", listing.description},
                          {"mimeType", type},
                          {"size", form.identity.body.size()}});
    }
    documents_.emplace(uri, FileContents(form.source.media_type, form.identity.body));
  }
}

void Resources::add_items() {
  for (const std::string_view collection : kCollections) {
    for (const bj::value& element : site_.items(collection)) {
      const bj::object& item = element.get_object();
      const std::string_view slug = json::text_at(item, "slug");
      if (slug.empty()) continue;
      std::string uri = item_uri(collection, slug);
      if (!items_.try_emplace(uri, ItemPlace{std::string(collection), std::string(slug)}).second) continue;
      // A page with a form for agents is in the list at its own address.
      if (find_document(json::text_at(item, "url")) != nullptr) continue;
      const Listing listing = listing_of(collection, item);
      entries_.push_back({{"uri", uri},
                          {"name", slug},
                          {"title", listing.title},
                          {"description", listing.description},
                          {"mimeType", documents::kJsonType}});
    }
  }
}

std::vector<Resources::Page> Resources::take_pages() {
  const bj::array entries = std::exchange(entries_, {});
  std::vector<Page> pages;
  for (std::size_t first = 0; first < entries.size(); first += kPage) {
    const std::size_t end = std::min(first + kPage, entries.size());
    pages.push_back({bj::array(entries.begin() + first, entries.begin() + end),
                     end < entries.size() ? std::to_string(end) : std::string()});
  }
  return pages;
}

std::optional<std::size_t> Resources::page_at(std::string_view cursor) const {
  const auto first = base::whole_number<std::size_t>(cursor);
  if (!first || cursor.front() == '0' || *first % kPage != 0 || *first >= entry_count_) return std::nullopt;
  return *first / kPage;
}

bj::array Resources::templates() {
  return {{{"uriTemplate", kItemTemplate},
           {"name", "item"},
           {"title", "Item of a collection"},
           {"description",
            "One publication, project or page as JSON. collection is publications, projects or pages; slug is one of "
            "list_content or search_content."},
           {"mimeType", documents::kJsonType}}};
}

const FileContents* Resources::find_document(std::string_view uri) const {
  const auto found = documents_.find(std::string(uri));
  return found == documents_.end() ? nullptr : &found->second;
}

const ItemPlace* Resources::find_item(std::string_view uri) const {
  const auto found = items_.find(std::string(uri));
  return found == items_.end() ? nullptr : &found->second;
}

bool is_text_type(std::string_view media_type) {
  const std::string type = base::lower_case(without_parameters(media_type));
  if (type.starts_with("text/") || std::ranges::binary_search(kTextTypes, type)) return true;
  return std::ranges::any_of(kTextSuffixes, [&](std::string_view suffix) { return type.ends_with(suffix); });
}

FileContents::FileContents(std::string_view type, std::string_view file)
    : media_type(type), bytes(file), is_text(is_text_type(type) && !file.contains('\0') && base::is_utf8(file)) {}

std::string_view mime_type_of(const FileContents& file) {
  return file.is_text ? without_parameters(file.media_type) : file.media_type;
}

void append_contents(std::string_view uri, const FileContents& file, std::string& out) {
  http::append(out, R"({"uri":)", json::json_string(uri), R"(,"mimeType":)", json::json_string(mime_type_of(file)),
               file.is_text ? R"(,"text":")" : R"(,"blob":")");
  // With room for what follows; escapes of one line break in fifty bytes need an eighth more.
  constexpr std::size_t kRoom = 2048;
  out.reserve(out.size() + kRoom +
              (file.is_text ? file.bytes.size() / 8 * 9 : base::base64_encoded_size(file.bytes.size())));
  if (file.is_text) {
    json::append_escaped(out, file.bytes);
  } else {
    append_base64(out, file.bytes);
  }
  out.append("\"}");
}

}  // namespace agent_access::mcp
