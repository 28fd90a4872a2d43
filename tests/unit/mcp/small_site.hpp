/// \file
/// A small fictional site as a host publishes it, with every document written out, for the tests of src/mcp.
#pragma once

#include <string>
#include <string_view>

#include "site/documents/mcp_manifest.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access::mcp {

inline constexpr std::string_view kSmallUrl = "https://example.com";

inline const documents::McpIdentity kSmallIdentity = {"com.example/robin-example", "Robin Example", "Boats & tides"};

inline constexpr std::string_view kSmallSite = R"({
  "url": "https://example.com/", "inLanguage": "en", "dateModified": "2034-06-01",
  "title": "Robin Example", "tagline": "Boats & tides", "owner": {"name": "Robin Example"},
  "links": [{"label": "Harbour", "url": "https://harbour.example/"}],
  "contact": {"email": "robin@example.com"},
  "publications": [
    {"slug": "old-tides", "title": "Old tides", "date": "2031", "summary": "Early work."},
    {"slug": "new-tides", "title": "New tides", "date": "2034-05", "summary": "What the sea does.",
     "page": "https://example.com/publications/new-tides"}],
  "projects": [{"slug": "tide-table", "title": "Tide table", "url": "https://tides.example/"}],
  "pages": [{"slug": "home", "title": "Home", "url": "https://example.com/"},
            {"slug": "cv", "title": "CV", "url": "https://example.com/cv"}],
  "resources": {"llms": "https://example.com/llms.txt"},
  "cv": {"summary": "Ten years.", "skills": [{"area": "Software", "items": ["C++", "SQL"]}]}
})";

inline constexpr std::string_view kSmallFaq = R"({"faqs": [
  {"question": "Who is Robin Example?", "answer": "A fictional engineer."},
  {"question": "Is the profile free?", "answer": "Yes."}]})";

/// With the documents and pages of a host; also one for each reason not to be a resource.
inline publish::Catalogue small_catalogue(std::string_view site = kSmallSite, std::string_view faq = kSmallFaq) {
  using documents::DocumentKind;
  return publish::Catalogue(
      {{.path = "/api/site.json", .media_type = "application/json", .body = std::string(site)},
       {.path = "/ai/faq.json", .media_type = "application/json", .body = std::string(faq)},
       {.path = "/llms.txt", .media_type = "text/plain; charset=utf-8", .body = "# \"Robin\"\n"},
       {.path = "/",
        .media_type = "text/html; charset=utf-8",
        .body = "<p>",
        .kind = DocumentKind::page,
        .markdown = "# Home"},
       {.path = "/cv", .media_type = "text/html; charset=utf-8", .body = "<p>", .kind = DocumentKind::page},
       {.path = "/robots.txt", .media_type = "text/plain; charset=utf-8", .body = "User-agent: *\n"},
       {.path = "/openapi.json", .media_type = "application/json", .body = "{}"},
       {.path = "/style.css", .media_type = "text/css", .body = "p{}"},
       {.path = "/browser-tools.js", .media_type = "text/javascript", .body = "1"},
       {.path = "/favicon.svg", .media_type = "image/svg+xml", .body = "<svg/>"},
       {.path = "/404.html",
        .media_type = "text/html",
        .body = "<p>",
        .kind = DocumentKind::page,
        .markdown = "# Not found"},
       {.path = "/own.txt", .media_type = "text/plain", .body = "own", .kind = DocumentKind::file}});
}

/// With every kind of character that JSON escapes.
inline constexpr std::string_view kSmallProfile =
    "{\n\t\"about\": \"a \\\"quoted\\\" back\\\\slash, \\u0007 and \\n, ä 漢 🙂\", \"n\": 1.50 }";

/// What the service appends to the profile.
inline constexpr std::string_view kSmallMeta = R"("_meta":{"issued_to":"an id","scope":"read:extended"}})";

}  // namespace agent_access::mcp
