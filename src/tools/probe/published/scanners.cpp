#include "tools/probe/published/scanners.hpp"

#include <array>

#include "oauth/types.hpp"
#include "tools/probe/published/agreement.hpp"
#include "tools/probe/published/links.hpp"
#include "tools/probe/published/published.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr std::array<std::string_view, 10> kSitePaths{
    paths::kProfileResource, paths::kOpenid,    paths::kRobots, paths::kSitemap,     paths::kTools,
    paths::kSkills,          paths::kAiCatalog, paths::kArd,    paths::kUnknownPage, paths::kUnknownApi};

void fetch(TestRun& run, Documents& documents, std::string_view path, std::string_view accept = "") {
  const auto target = path.substr(0, path.find('#'));
  auto request = run.request("GET", run.url_of(target));
  if (!accept.empty()) request.fields.front().value = accept;
  if (auto answer = run.send(request)) documents.put(path, std::move(*answer));
}

/// Each page, as HTML and as Markdown, and the Markdown form that it names.
void fetch_page_forms(TestRun& run, Documents& documents) {
  for (const auto& page : pages_with_forms(documents)) {
    fetch(run, documents, page, "text/html");
    fetch(run, documents, page + std::string(paths::kAsMarkdown), "text/markdown");
    const auto form = markdown_form_of(documents, page);
    if (!form.empty()) fetch(run, documents, form);
  }
}

/// auth-md endpoints: OPTIONS returns anything but 404.
void send_options(TestRun& run, const Documents& documents) {
  const auto* server = documents.json(paths::kServer);
  for (const auto* member : {"register_uri", "claim_uri"}) {
    const auto name = "agent_auth." + std::string(member) + " accepts OPTIONS";
    const auto url = server == nullptr ? std::string() : text_at(*server, {"agent_auth", member});
    if (!url.starts_with(documents.origin() + "/")) {
      (void)run.ready(name, {""});
      continue;
    }
    run.step(name, run.request("OPTIONS", url), [&](const auto& answer) { return check_link(url, answer); });
  }
}

}  // namespace

void fetch_site(TestRun& run, Documents& documents) {
  for (const auto path : kSitePaths) fetch(run, documents, path);
  fetch(run, documents, oauth::kProfilePath);
  fetch(run, documents, paths::kHome, "text/html");
  fetch(run, documents, paths::kHomeMarkdown, "text/markdown");
  fetch_page_forms(run, documents);
}

void test_scanners(TestRun& run, const Documents& documents) {
  for (const auto& checks :
       {auth_checks(), card_checks(), api_checks(), text_checks(), site_checks(), convention_checks()}) {
    run_checks(run, documents, checks);
  }
  send_options(run, documents);
}

void test_documents(TestRun& run) {
  Documents documents(run.origin());
  run.begin_group("Documents");
  test_published(run, documents);
  fetch_site(run, documents);
  run.begin_group("Agreement");
  run_checks(run, documents, address_checks());
  run_checks(run, documents, content_checks());
  run.begin_group("Links");
  test_links(run, documents);
  run.begin_group("Scanners");
  test_scanners(run, documents);
}

}  // namespace agent_access::tools
