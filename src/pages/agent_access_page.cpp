#include "pages/agent_access_page.hpp"

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "content/labels.hpp"
#include "content/tools.hpp"
#include "documents/text_template.hpp"
#include "pages/assets.hpp"
#include "pages/layout.hpp"
#include "pages/markup/html.hpp"
#include "pages/markup/label_html.hpp"

namespace agent_access::pages {

namespace {

/// The labels that the script shows begin with it.
constexpr std::string_view kScriptPrefix = "script_";

constexpr std::string_view kHead =
    "<link rel=\"alternate\" type=\"text/markdown\" href=\"/auth.md\" title=\"[[link_auth]]\">\n"
    "<script type=\"application/json\" id=\"labels\">{{labels}}</script>\n"
    "<script type=\"module\" src=\"/assets/agent-access.js\"></script>\n";

std::string tools(const content::Labels& labels) {
  const std::string badge = "<span class=\"badge\" lang=\"" + std::string(labels.language()) + "\">" +
                            label_html(labels, "needs_token") + "</span>";
  std::string out;
  for (const auto& tool : content::browser_tools()) {
    out += "<div><dt><code>" + render::escape_markup(tool.name) + "</code>" + (tool.is_gated ? " " + badge : "") +
           "</dt><dd>" + render::escape_markup(tool.description) + "</dd></div>\n";
  }
  return out;
}

/// The descriptions of the tools are those that agents get, in English.
std::string_view tools_language(std::string_view page_language) {
  const auto primary = base::lower_case(page_language.substr(0, page_language.find('-')));
  return primary == "en" ? "" : R"( lang="en" dir="ltr")";
}

/// With a space after it, before the sentences of the page; empty without text.
std::string own_sentence(const std::string& text) { return text.empty() ? text : linked_text(text) + " "; }

/// {"received": "The profile was received. …", …}
std::string script_labels(const content::Labels& labels) {
  boost::json::object texts;
  for (const auto& name : content::label_names()) {
    if (name.starts_with(kScriptPrefix)) texts[name.substr(kScriptPrefix.size())] = labels.text(name);
  }
  return script_json(texts);
}

}  // namespace

documents::Rendered render_agent_access(const documents::HostView& view, const content::Page& page) {
  const content::Labels labels(view.content.site);
  PageParts parts{page.path, page.path, page.title, page.summary, {}, {}};
  parts.main = documents::fill(with_labels(asset("agent-access.html"), labels),
                               {{"base_url", render::escape_markup(view.base_url())},
                                {"name", render::escape_markup(view.content.site.owner.name)},
                                {"profile_summary", own_sentence(view.content.site.profile_summary)},
                                {"auth", R"(<a href="/auth.md">auth.md</a>)"},
                                {"openapi", R"(<a href="/openapi.json">openapi.json</a>)"},
                                {"jwks", R"(<a href="/.well-known/jwks.json">jwks.json</a>)"},
                                {"tools_language", tools_language(view.content.site.language)},
                                {"tools", tools(labels)}});
  parts.json_ld = web_page_ld(view, "TechArticle", parts);
  parts.head = documents::fill(with_labels(kHead, labels), {{"labels", script_labels(labels)}});
  return render_layout(view, parts);
}

}  // namespace agent_access::pages
