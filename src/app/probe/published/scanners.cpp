#include "app/probe/published/scanners.hpp"

#include <array>

#include "app/probe/published/agreement.hpp"
#include "app/probe/published/links.hpp"
#include "app/probe/published/published.hpp"
#include "app/probe/walk/json.hpp"
#include "app/probe/walk/response_checks.hpp"
#include "oauth/types.hpp"

namespace agent_access::app {
namespace {

constexpr std::array<std::string_view, 9> kSitePaths{paths::kProfileResource, paths::kOpenid,      paths::kRobots,
                                                     paths::kSitemap,         paths::kTools,       paths::kSkills,
                                                     paths::kAiCatalog,       paths::kUnknownPage, paths::kUnknownApi};

void fetch(Walk& walk, Documents& documents, std::string_view path, std::string_view accept = "") {
  const auto target = path.substr(0, path.find('#'));
  auto request = walk.request("GET", walk.url_of(target));
  if (!accept.empty()) request.fields.front().value = accept;
  if (auto answer = walk.ask(request)) documents.put(path, std::move(*answer));
}

/// auth-md endpoints: OPTIONS returns anything but 404.
void reach_endpoints(Walk& walk, const Documents& documents) {
  const auto* server = documents.json(paths::kServer);
  for (const auto* member : {"register_uri", "claim_uri"}) {
    const auto name = "agent_auth." + std::string(member) + " answers OPTIONS";
    const auto url = server == nullptr ? std::string() : text_at(*server, {"agent_auth", member});
    if (!url.starts_with(documents.origin() + "/")) {
      (void)walk.ready(name, {""});
      continue;
    }
    walk.step(name, walk.request("OPTIONS", url), [&](const auto& answer) { return check_link(url, answer); });
  }
}

}  // namespace

void fetch_site(Walk& walk, Documents& documents) {
  for (const auto path : kSitePaths) fetch(walk, documents, path);
  fetch(walk, documents, oauth::kProfilePath);
  fetch(walk, documents, paths::kHome, "text/html");
  fetch(walk, documents, paths::kHomeMarkdown, "text/markdown");
}

void test_scanners(Walk& walk, const Documents& documents) {
  for (const auto& checks : {auth_checks(), card_checks(), api_checks(), text_checks(), site_checks()}) {
    run_checks(walk, documents, checks);
  }
  reach_endpoints(walk, documents);
}

void test_documents(Walk& walk) {
  Documents documents(walk.origin());
  walk.begin("Documents");
  test_published(walk, documents);
  fetch_site(walk, documents);
  walk.begin("Agreement");
  run_checks(walk, documents, address_checks());
  run_checks(walk, documents, content_checks());
  walk.begin("Links");
  test_links(walk, documents);
  walk.begin("Scanners");
  test_scanners(walk, documents);
}

}  // namespace agent_access::app
