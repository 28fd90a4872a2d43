#include "pages/faq_page.hpp"

#include <utility>

#include "content/labels.hpp"
#include "documents/text_template.hpp"
#include "pages/layout.hpp"
#include "pages/markup/html.hpp"
#include "pages/markup/label_html.hpp"

namespace agent_access::pages {

namespace {

namespace bj = boost::json;

constexpr std::string_view kFaqMain = R"(<header class="page-head">
<h1>[[faq_heading]]</h1>
<p class="lead">{{summary}}</p>
</header>
<div class="faq">
{{questions}}</div>
{{updated}})";

constexpr std::string_view kQuestion = R"(<details id="question-{{number}}"{{open}}>
<summary><h2>{{question}}</h2></summary>
<div class="answer-text"><p>{{answer}}</p></div>
</details>
)";

std::string questions(const content::Faq& faq) {
  std::string out;
  std::size_t number = 0;
  for (const auto& entry : faq.questions) {
    ++number;
    out += documents::fill(kQuestion, {{"number", std::to_string(number)},
                                       {"open", number == 1 ? " open" : ""},
                                       {"question", render::escape_markup(entry.question)},
                                       {"answer", linked_text(entry.answer)}});
  }
  return out;
}

std::string faq_updated(const content::Labels& labels, const content::Date& updated) {
  if (updated.empty()) return {};
  return paragraph("note", documents::fill(label_html(labels, "updated"), {{"date", time_element(labels, updated)}}));
}

bj::object faq_ld(const documents::HostView& view, const PageParts& parts) {
  bj::array entities;
  for (const auto& entry : view.content.faq.questions) {
    entities.push_back({{"@type", "Question"},
                        {"name", entry.question},
                        {"acceptedAnswer", {{"@type", "Answer"}, {"text", entry.answer}}}});
  }
  auto object = web_page_ld(view, "FAQPage", parts);
  object["mainEntity"] = std::move(entities);
  return object;
}

}  // namespace

documents::Rendered render_faq(const documents::HostView& view, const content::Page& page) {
  const auto& faq = view.content.faq;
  const content::Labels labels(view.content.site);
  PageParts parts{page.path, page.path, page.title, page.summary, {}, {}};
  parts.main = documents::fill(with_labels(kFaqMain, labels), {{"summary", render::escape_markup(page.summary)},
                                                               {"questions", questions(faq)},
                                                               {"updated", faq_updated(labels, faq.updated)}});
  parts.json_ld = faq_ld(view, parts);
  return render_layout(view, parts);
}

}  // namespace agent_access::pages
