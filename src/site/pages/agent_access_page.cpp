#include "site/pages/agent_access_page.hpp"

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "site/guides/error_list.hpp"
#include "site/guides/tool_list.hpp"

namespace agent_access::pages {
namespace {

/// The labels that the script of the page shows begin with it.
constexpr std::string_view kScriptPrefix = "script_";

bool is_english(std::string_view language) { return base::lower_case(language.substr(0, language.find('-'))) == "en"; }

/// {"received": "The profile was received. …", …}
std::string script_labels(const content::Labels& labels) {
  boost::json::object texts;
  for (const auto& name : content::label_names()) {
    if (name.starts_with(kScriptPrefix)) texts[name.substr(kScriptPrefix.size())] = labels.text(name);
  }
  return script_json(texts);
}

}  // namespace

documents::Rendered render_agent_access(PageWriter& writer, const content::Page& page) {
  const Html& html = writer.html();
  const auto view = templates::View()
                        .set_optional("profile_summary", html.prose(writer.site().profile_summary))
                        // The descriptions of the tools are those that agents get, in English.
                        .set("is_translated", !is_english(writer.site().language))
                        .set("labels_language", html.labels().language())
                        .set("errors", documents::error_views(writer.host(), html))
                        .set("tools", documents::tool_views(html));
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("agent-access.html", view);
  parts.json_ld = writer.web_page_ld("TechArticle", parts);
  parts.script_labels = script_labels(html.labels());
  return writer.page(parts);
}

}  // namespace agent_access::pages
