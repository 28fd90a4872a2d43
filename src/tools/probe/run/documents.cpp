#include "tools/probe/run/documents.hpp"
#include "app/text/text.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <utility>

namespace agent_access::tools {
namespace {

constexpr std::size_t kMaxDepth = 64;  // of nested JSON; descriptions of APIs are deep

}  // namespace

void Documents::put(std::string_view path, client::ClientResponse answer) {
  Kept kept{std::move(answer), std::nullopt};
  boost::system::error_code error;
  boost::json::parse_options options;
  options.max_depth = kMaxDepth;
  auto value = boost::json::parse(kept.answer.body, error, {}, options);
  if (kept.answer.status == 200 && !error && value.is_object()) kept.json = std::move(value.get_object());
  kept_.insert_or_assign(std::string(path), std::move(kept));
}

const client::ClientResponse* Documents::find(std::string_view path) const {
  const auto found = kept_.find(path);
  return found == kept_.end() ? nullptr : &found->second.answer;
}

const boost::json::object* Documents::json(std::string_view path) const {
  const auto found = kept_.find(path);
  return found == kept_.end() || !found->second.json ? nullptr : &*found->second.json;
}

std::string_view Documents::text(std::string_view path) const {
  const auto* answer = find(path);
  return answer == nullptr || answer->status != 200 ? std::string_view() : std::string_view(answer->body);
}

bool can_run(const DocumentCheck& check, const Documents& documents) {
  return std::ranges::all_of(check.needed, [&](std::string_view path) {
    const bool is_text = path.ends_with(".md") || path.ends_with(".txt");
    return is_text ? !documents.text(path).empty() : documents.json(path) != nullptr;
  });
}

void run_checks(TestRun& run, const Documents& documents, const std::vector<DocumentCheck>& checks) {
  for (const auto& check : checks) {
    if (run.is_stopped()) return;
    if (!can_run(check, documents)) {
      (void)run.ready(check.name, {""});
      continue;
    }
    run.record_verdict(check.name, documents.find(check.subject), check.run(documents));
  }
}

Finding complaint(std::string_view document, const std::string& what, std::string remedy) {
  return {std::string(document) + ": " + what, std::move(remedy)};
}

Verdict differs(std::string_view document, std::string_view what, const std::string& expected, const std::string& got,
                const char* remedy) {
  if (got == expected) return std::nullopt;
  return complaint(
      document,
      "expected " + std::string(what) + " " + expected + ", got " + (got.empty() ? "none" : app::printable(got)),
      remedy);
}

Finding advice(const std::string& what, std::string remedy) { return {what, std::move(remedy), Mark::warned}; }

Finding note(std::string what) { return {std::move(what), "", Mark::passed}; }

}  // namespace agent_access::tools
