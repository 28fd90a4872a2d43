#include "tools/probe/run/documents.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <utility>

#include "app/text/text.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"

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

std::string Documents::path_of(std::string_view url) const {
  return std::string(url.starts_with(origin_ + "/") ? url.substr(origin_.size()) : "");
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

bool DocumentCheck::can_run(const Documents& documents) const {
  return std::ranges::all_of(needed, [&](std::string_view path) {
    const bool is_text = path.ends_with(".md") || path.ends_with(".txt");
    return is_text ? !documents.text(path).empty() : documents.json(path) != nullptr;
  });
}

Verdict DocumentCheck::run(const Documents& documents) const {
  for (const auto& check : checks) {
    auto verdict = check(documents);
    if (!verdict) continue;
    if (verdict->remedy.empty() && verdict->mark != Mark::passed) verdict->remedy = remedy;
    return verdict;
  }
  return std::nullopt;
}

void run_checks(TestRun& run, const Documents& documents, const std::vector<DocumentCheck>& checks) {
  for (const auto& check : checks) {
    if (run.is_stopped()) return;
    if (check.can_run(documents)) {
      run.record_verdict(check.name, documents.find(check.subject), check.run(documents));
    } else {
      run.skip(check.name);
    }
  }
}

Finding complaint(std::string_view document, const std::string& what, const char* remedy) {
  return {std::string(document) + ": " + what, remedy};
}

Finding lacks(std::string_view document, std::string_view what) { return complaint(document, expected_got(what, "")); }

Finding advice(const std::string& what, std::string remedy) { return {what, std::move(remedy), Mark::warned}; }

Finding note(std::string what) { return {std::move(what), "", Mark::passed}; }

Check warns_unless(bool (*holds)(const Documents&), const char* text, const char* remedy) {
  return [=](const Documents& documents) { return holds(documents) ? Verdict() : advice(text, remedy); };
}

Check contains(std::string_view document, std::string_view what, std::vector<std::string_view> texts) {
  return [=, texts = std::move(texts)](const Documents& documents) -> Verdict {
    for (const auto text : texts) {
      if (documents.text(document).find(text) != std::string_view::npos) continue;
      return lacks(document, std::string(what) + std::string(text));
    }
    return std::nullopt;
  };
}

std::optional<Member> first_wrong(const boost::json::object& object, const std::vector<Member>& members) {
  const auto wrong = std::ranges::find_if(members, [&](const Member& member) {
    const auto* list = array_at(object, member.path);
    switch (member.is) {
      case Is::text:
        return text_at(object, member.path).empty();
      case Is::object:
        return object_at(object, member.path) == nullptr;
      case Is::list:
        return list == nullptr;
      case Is::filled_list:
        return list == nullptr || list->empty();
      case Is::texts:
        return texts_at(object, member.path).empty();
    }
    return true;
  });
  return wrong == members.end() ? std::nullopt : std::optional(*wrong);
}

Check has(std::string_view document, std::vector<Member> members) {
  return [document, members = std::move(members)](const Documents& documents) -> Verdict {
    const auto wrong = first_wrong(*documents.json(document), members);
    if (!wrong) return std::nullopt;
    const bool is_filled = wrong->is == Is::filled_list || wrong->is == Is::texts;
    const std::string_view what = is_filled ? "a filled list " : wrong->is == Is::list ? "the list " : "";
    return lacks(document, std::string(what) + std::string(wrong->path));
  };
}

Check each_has(std::string_view document, std::string_view list, std::vector<Member> members, std::string_view whose) {
  return [=, members = std::move(members)](const Documents& documents) -> Verdict {
    for (const auto* entry : objects_at(*documents.json(document), list)) {
      const auto wrong = first_wrong(*entry, members);
      if (!wrong) continue;
      const auto id = whose.ends_with(' ') ? app::printable(text_at(*entry, "id"), 40) : "";
      return lacks(document, std::string(wrong->path) + " " + std::string(whose) + id);
    }
    return std::nullopt;
  };
}

Expected constant(std::string_view text) {
  return [text](const Documents&) { return std::string(text); };
}

Expected url(std::string_view path) {
  return [path](const Documents& documents) { return documents.url_of(path); };
}

Expected member(std::string_view document, std::string_view path) {
  return [=](const Documents& documents) { return text_at(*documents.json(document), path); };
}

Check equals(std::string_view document, std::string_view path, const Expected& expected) {
  return [=](const Documents& documents) {
    return differs(document, path, expected(documents), text_at(*documents.json(document), path));
  };
}

Verdict differs(std::string_view document, std::string_view what, const std::string& expected, const std::string& got) {
  if (got == expected) return std::nullopt;
  return complaint(document, expected_got(std::string(what) + " " + expected, got));
}

}  // namespace agent_access::tools
