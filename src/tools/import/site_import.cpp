#include "tools/import/site_import.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "json/json_text.hpp"
#include "json/members.hpp"
#include "site/content/labels.hpp"
#include "site/content/load.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

/// The author of most works; without authors nothing is added.
void guess_owner(bj::object& site, std::vector<std::string>& report) {
  std::map<std::string, std::size_t> works;
  const auto publications = json::objects_at(site, "publications");
  for (const auto* work : publications) {
    for (const auto& author : json::texts_at(*work, "authors")) ++works[author];
  }
  const auto most = std::ranges::max_element(works, {}, [](const auto& each) { return each.second; });
  auto& owner = site.emplace("owner", bj::object()).first->value().get_object();
  if (most == works.end()) {
    report.emplace_back("owner.name: no file says it; write it into site.json");
    return;
  }
  owner["name"] = most->first;
  report.push_back("owner.name: no file says it; \"" + most->first + "\" is an author of " +
                   std::to_string(most->second) + " of " + std::to_string(publications.size()) +
                   " works; correct it if you are somebody else");
}

void complete(bj::object& site, std::vector<std::string>& report) {
  if (json::text_at(site, "owner.name").empty()) guess_owner(site, report);
  const std::string name(json::text_at(site, "owner.name"));
  if (!name.empty() && json::text_at(site, "tagline").empty()) {
    const auto line = content::Labels(json::text_at(site, "language")).text("site_of", {{"name", name}});
    site["tagline"] = line;
    report.push_back("tagline: no file says it; \"" + line + "\" until you write your own");
  }
  sources::add_slugs(site);
}

}  // namespace

base::Result<FirstSite, app::Problems> import_files(const app::SourceRequest& request) {
  FirstSite first;
  auto read = app::read_sources(request, first.report);
  if (!read) return base::Failure(read.error());
  for (const auto& source : *read) {
    first.report.push_back(app::contents_text(source));
    for (const auto& note : source.said.notes) first.report.push_back(app::note_text(source, note));
  }
  auto joined = sources::join_sources(std::move(*read));
  if (!joined) return base::Failure(app::Problems{joined.error()});
  std::ranges::move(joined->repeated, std::back_inserter(first.report));
  first.site = std::move(joined->site);
  first.questions = std::move(joined->questions);
  if (!first.site.empty()) complete(first.site, first.report);
  return first;
}

base::Result<std::string, std::string> site_text(const FirstSite& first) {
  if (first.site.empty()) return std::string();
  if (json::text_at(first.site, "owner.name").empty()) {
    return base::Failure<std::string>("no file says whose site it is; import a resume.json as well");
  }
  auto text = json::pretty_json(first.site);
  const auto valid = content::parse_site(text);
  if (valid) return text;
  return base::Failure("the site.json would be wrong: " + content::describe(valid.error().front()) +
                       "; name the files in content.sources instead");
}

std::string faq_text(const FirstSite& first) {
  if (first.questions.empty()) return {};
  return json::pretty_json(bj::object{{"questions", first.questions}});
}

}  // namespace agent_access::tools
