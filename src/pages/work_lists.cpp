#include "pages/work_lists.hpp"

#include "content/labels.hpp"
#include "content/pages.hpp"
#include "documents/text_template.hpp"
#include "pages/markup/html.hpp"

namespace agent_access::pages {

namespace {

constexpr std::string_view kPublication = R"(<li class="work">
<p class="work-date">{{date}}</p>
<div class="work-body">
<{{heading}} class="work-title"><a href="{{path}}">{{title}}</a></{{heading}}>
{{byline}}{{summary}}{{topics}}</div>
</li>
)";

constexpr std::string_view kProject = R"(<li class="card">
<{{heading}} class="work-title"><a href="{{path}}">{{title}}</a></{{heading}}>
{{byline}}{{summary}}{{topics}}</li>
)";

std::string_view name_of(HeadingLevel level) noexcept { return level == HeadingLevel::h2 ? "h2" : "h3"; }

std::string line(std::string_view css_class, const std::string& html) {
  return html.empty() ? html : "<p class=\"" + std::string(css_class) + "\">" + html + "</p>\n";
}

std::string escaped_list(const std::vector<std::string>& texts) {
  std::vector<std::string> escaped;
  for (const auto& text : texts) escaped.push_back(render::escape_markup(text));
  return join(escaped, ", ");
}

}  // namespace

std::string publication_list(const documents::HostView& view, std::span<const content::Publication> items,
                             HeadingLevel level) {
  const content::Labels labels(view.content.site);
  std::string out = "<ol class=\"works\">\n";
  for (const auto& item : items) {
    const auto venue = item.venue.empty() ? std::string() : "<cite>" + render::escape_markup(item.venue) + "</cite>";
    out += documents::fill(kPublication, {{"date", time_element(labels, item.date)},
                                          {"heading", name_of(level)},
                                          {"path", render::escape_markup(content::path_of(view.settings, item))},
                                          {"title", render::escape_markup(item.title)},
                                          {"byline", line("byline", join({escaped_list(item.authors), venue}, " · "))},
                                          {"summary", line("work-summary", render::escape_markup(item.summary))},
                                          {"topics", chips(item.topics)}});
  }
  return out + "</ol>\n";
}

std::string project_list(const documents::HostView& view, std::span<const content::Project> items, HeadingLevel level) {
  const content::Labels labels(view.content.site);
  std::string out = "<ul class=\"cards\">\n";
  for (const auto& item : items) {
    out += documents::fill(
        kProject,
        {{"heading", name_of(level)},
         {"path", render::escape_markup(content::path_of(view.settings, item))},
         {"title", render::escape_markup(item.title)},
         {"byline", line("byline", join({render::escape_markup(item.status), render::escape_markup(item.language),
                                         time_element(labels, item.date)},
                                        " · "))},
         {"summary", line("work-summary", render::escape_markup(item.summary))},
         {"topics", chips(item.topics)}});
  }
  return out + "</ul>\n";
}

}  // namespace agent_access::pages
