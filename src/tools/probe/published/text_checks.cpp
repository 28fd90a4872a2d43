#include <algorithm>

#include "tools/probe/published/scanners.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/run/text.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kLeastBrief = 100;    // characters of llms.txt
constexpr std::size_t kMostBrief = 30'000;  // likewise
constexpr std::size_t kLeastFull = 1024;    // bytes of llms-full.txt
constexpr std::size_t kLeastQuestion = 10;  // characters
constexpr std::size_t kLeastAnswer = 20;
constexpr const char* kContentRemedy = "add text to the site data";

/// llms-txt-formatting and the shape of llmstxt.org: title, summary, sections of links.
Verdict check_llms(const Documents& documents) {
  const auto text = documents.text(paths::kLlms);
  const auto headings = headings_of(text);
  if (headings.empty() || headings.front().level != 1) {
    return complaint(paths::kLlms, "expected a first heading of level 1, got none", kOwnRemedy);
  }
  const auto first_section = std::ranges::find(headings, std::size_t{2}, &Heading::level);
  const auto summary = text.find("\n> ");
  if (summary == std::string_view::npos || (first_section != headings.end() && first_section->offset < summary)) {
    return complaint(paths::kLlms, "expected a summary (\"> ...\") below the title, got none", kOwnRemedy);
  }
  if (text.find("](http") == std::string_view::npos || text.size() < kLeastBrief) {
    return complaint(paths::kLlms, "expected links as [name](address), got none", kOwnRemedy);
  }
  if (text.size() < kMostBrief) return std::nullopt;
  return advice("/llms.txt has 30000 characters or more, too many for readers",
                "shorten titles and summaries in the site data");
}

/// agent-instruction.
Verdict check_llms_use(const Documents& documents) {
  const auto headings = headings_of(documents.text(paths::kLlms));
  if (std::ranges::any_of(headings,
                          [](const Heading& heading) { return contains_word(heading.text, "when to use"); })) {
    return std::nullopt;
  }
  return complaint(paths::kLlms, "expected a section \"When to use ...\", got none", kOwnRemedy);
}

Verdict check_llms_full(const Documents& documents) {
  const auto size = documents.text(paths::kLlmsFull).size();
  if (size >= kLeastFull) return std::nullopt;
  return advice("/llms-full.txt has " + std::to_string(size) + " bytes; 1024 or more count as content", kContentRemedy);
}

/// The convention for /ai/faq.json: faqs with question and answer of some length.
Verdict check_questions(const Documents& documents) {
  const auto questions = objects_at(*documents.json(paths::kFaq), {"faqs"});
  if (questions.empty()) return complaint(paths::kFaq, "expected faqs, got none", kOwnRemedy);
  for (const auto* entry : questions) {
    const auto question = text_member(*entry, "question");
    const auto answer = text_member(*entry, "answer");
    if (question.empty() || answer.empty()) {
      return complaint(paths::kFaq, "expected question and answer in every entry", kOwnRemedy);
    }
    if (question.size() < kLeastQuestion || answer.size() < kLeastAnswer) {
      return advice("the question \"" + app::printable(question, 40) + "\" or its answer is too short to count",
                    "write questions of 10 and answers of 20 characters or more");
    }
  }
  return std::nullopt;
}

/// json-ld of the site data: what it is about.
Verdict check_site(const Documents& documents) {
  const auto& site = *documents.json(paths::kSite);
  const auto missing = first_missing_text(site, {"@context", "@type"});
  if (missing.empty()) return std::nullopt;
  return complaint(paths::kSite, "expected " + missing + " (JSON-LD), got none", kOwnRemedy);
}

}  // namespace

std::vector<DocumentCheck> text_checks() {
  using namespace paths;
  return {
      {"llms.txt is well-formed", kLlms, {kLlms}, check_llms},
      {"llms.txt says when to use the site", kLlms, {kLlms}, check_llms_use},
      {"llms-full.txt has content", kLlmsFull, {kLlmsFull}, check_llms_full},
      {"FAQ has questions and answers", kFaq, {kFaq}, check_questions},
      {"Site data says what it is", kSite, {kSite}, check_site},
  };
}

}  // namespace agent_access::tools
