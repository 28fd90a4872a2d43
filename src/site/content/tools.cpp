#include "site/content/tools.hpp"

#include <array>

namespace agent_access::content {

namespace {

constexpr std::string_view kNoInput = R"({"type": "object", "properties": {}, "additionalProperties": false})";

constexpr std::string_view kSearchInput = R"({
  "type": "object",
  "properties": {
    "query": {"type": "string", "minLength": 2, "maxLength": 200, "description": "Up to 12 words."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10, "description": "Maximum number of results to return."}
  },
  "required": ["query"],
  "additionalProperties": false
})";

constexpr std::string_view kListInput = R"({
  "type": "object",
  "properties": {
    "collection": {"type": "string", "enum": ["publications", "projects", "pages"], "description": "Collection to list."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10, "description": "Maximum number of items to return."},
    "offset": {"type": "integer", "minimum": 0, "maximum": 1000000, "default": 0, "description": "Number of items to leave out before: next_offset of the result before."},
    "year": {"type": "integer", "minimum": 1000, "maximum": 9999, "description": "Only items with a date in that year."},
    "type": {"type": "string", "enum": ["article", "book", "chapter", "thesis", "report", "talk", "patent", "dataset", "software", "other"], "description": "Only publications of that kind."}
  },
  "required": ["collection"],
  "additionalProperties": false
})";

constexpr std::string_view kItemInput = R"({
  "type": "object",
  "properties": {
    "collection": {"type": "string", "enum": ["publications", "projects", "pages"], "description": "Collection to read."},
    "slug": {"type": "string", "minLength": 1, "maxLength": 100, "description": "Slug from list_content or search_content."}
  },
  "required": ["collection", "slug"],
  "additionalProperties": false
})";

constexpr std::string_view kFaqInput = R"({
  "type": "object",
  "properties": {
    "query": {"type": "string", "minLength": 2, "maxLength": 200, "description": "Up to 12 words that the answers must match."}
  },
  "additionalProperties": false
})";

constexpr std::array<Tool, 8> kTools = {{
    {"get_site_overview", "Site overview",
     "Returns who the site owner is, which collections exist and where machine-readable resources live.",
     "site overview", kNoInput},
    {"search_content", "Search content",
     "Searches the owner, publications, projects, pages, CV, links, FAQ and contact, and returns the best matches "
     "first.",
     "search", kSearchInput},
    {"list_content", "List content",
     "Lists the items of one public collection, newest first, with the number of all of them.", "content list",
     kListInput},
    {"get_content_item", "Get content item", "Returns one public item of a collection by its slug.", "content",
     kItemInput},
    {"get_cv_summary", "CV summary", "Returns the public CV: summary, positions, education and skills.", "cv",
     kNoInput},
    {"get_contact_info", "Contact information", "Returns the public contact channels of the site owner.", "contact",
     kNoInput},
    {"get_faq", "FAQ", "Returns the public questions and answers, all of them or those that match given words.", "faq",
     kFaqInput},
    {"get_full_profile", "Full profile (OAuth)",
     "Returns the extended profile. Registers an anonymous client and gets a Bearer token with scope read:extended "
     "first, and a fresh one when it expires.",
     "cv availability oauth", kNoInput, true},
}};

}  // namespace

std::span<const Tool> browser_tools() noexcept { return kTools; }

}  // namespace agent_access::content
