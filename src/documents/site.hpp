/// \file
/// The content of the site as JSON, JSON-LD, Markdown and files for crawlers. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "content/pages.hpp"
#include "documents/host_view.hpp"
#include "render/view.hpp"

namespace agent_access::documents {

// --- site_data.cpp ---

/// /api/site.json: the public data of the site, also for the browser tools. A schema.org ProfilePage (json_ld()) with
/// the members of the owner's site.json, also unknown ones. The generated members "@…", mainEntity, hasPart, pages and
/// resources replace those of the same name in the owner's file; of other names, the owner's are used. Works are listed
/// newest first, each with its slug and, if the site has pages, "page".
[[nodiscard]] std::string render_site_data(const HostView& view);

/// /ai/faq.json: the owner's questions as schema.org FAQPage and as a plain list, `faqs`.
[[nodiscard]] std::string render_faq_document(const HostView& view);

// --- json_ld.cpp: schema.org JSON-LD 1.1; members without content are omitted ---

/// The site, for /api/site.json, the home page and the CV page: a ProfilePage whose mainEntity is the Person or
/// Organization, and whose hasPart are the publications and projects. Their "@id" and "url" are the addresses of their
/// pages; without pages, those of the works themselves, if any.
[[nodiscard]] boost::json::object json_ld(const HostView& view);

/// An element of `hasPart`, also on the page of the work: a ScholarlyArticle; an Article without a venue. `page` is the
/// absolute URL of the work's page, which becomes "@id"; the work's own address is then its sameAs. If `page` is empty,
/// "@id" is the work's own address. Without "@context".
[[nodiscard]] boost::json::object work_json_ld(const content::Publication& publication, const std::string& page);

/// SoftwareSourceCode; a CreativeWork without repository and programming language. `author` is the owner.
[[nodiscard]] boost::json::object work_json_ld(const content::Project& project, const std::string& page,
                                               const content::Owner& author);

// --- page_markdown.cpp: owner text is escaped ---

/// The home page as Markdown: the owner, every page and work with its address, and the documents for agents.
[[nodiscard]] std::string render_home_markdown(const HostView& view);

/// A page of content::pages_of as Markdown, with the same content and in the same language as the HTML (in src/pages):
/// titles and names of facts are the labels of the site. Empty for any other page.
[[nodiscard]] std::string page_markdown(const HostView& view, const content::Page& page);
[[nodiscard]] std::string page_markdown(const HostView& view, const content::Publication& publication);
[[nodiscard]] std::string page_markdown(const HostView& view, const content::Project& project);

/// The values of a CV, each part a list with a flag: `{{#has_skills}}` and `{{#skills}}`.
[[nodiscard]] render::View cv_view(const content::Cv& cv);

// --- crawlers.cpp: robots.txt and sitemap.xml are for sites with generated pages ---

/// /robots.txt (RFC 9309). No rule that allows or forbids a path; content signals (contentsignals.org) as in the
/// settings, by default none. With ARD also its directive "Agentmap".
[[nodiscard]] std::string render_robots(const HostView& view);

/// /sitemap.xml (sitemaps.org 0.9): all pages and works. Only for sites with pages: a sitemap needs at least one
/// address.
[[nodiscard]] std::string render_sitemap(const HostView& view);

}  // namespace agent_access::documents
