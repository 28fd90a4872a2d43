#include "tools/probe/published/agreement.hpp"

#include <algorithm>
#include <array>

#include "app/text/text.hpp"
#include "oauth/types.hpp"
#include "tools/probe/published/published.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/run/text.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kBaseUrlsRemedy =
    "base_urls must contain exactly the address that clients use, scheme included; a copy of a document must be from "
    "the same host";

std::string path_of(const std::string& url, const Documents& documents) {
  const auto& origin = documents.origin();
  return url.starts_with(origin + "/") ? url.substr(origin.size()) : std::string();
}

std::string first_text(const std::vector<std::string>& texts) { return texts.empty() ? std::string() : texts.front(); }

Verdict check_issuer(const Documents& documents) {
  const auto& origin = documents.origin();
  const auto& server = *documents.json(paths::kServer);
  if (auto wrong = differs(paths::kServer, "issuer", origin, text_at(server, {"issuer"}), kBaseUrlsRemedy))
    return wrong;
  struct Resource {
    std::string_view document;
    std::string identifier;
  };
  const std::array<Resource, 2> resources{
      {{paths::kResource, origin}, {paths::kProfileResource, documents.url_of(oauth::kProfilePath)}}};
  const auto protected_resources = texts_at(server, {"protected_resources"});
  for (const auto& [path, identifier] : resources) {
    const auto& document = *documents.json(path);
    if (auto wrong = differs(path, "resource", identifier, text_at(document, {"resource"}), kBaseUrlsRemedy))
      return wrong;
    const auto issuer = first_text(texts_at(document, {"authorization_servers"}));
    if (auto wrong = differs(path, "authorization server", origin, issuer, kBaseUrlsRemedy)) return wrong;
    if (!protected_resources.empty() &&
        std::ranges::find(protected_resources, identifier) == protected_resources.end()) {
      return complaint(paths::kServer, "expected " + identifier + " among protected_resources", kBaseUrlsRemedy);
    }
  }
  return std::nullopt;
}

/// The token endpoint, in every document that describes the flow.
Verdict check_token_urls(const Documents& documents) {
  const auto expected = text_at(*documents.json(paths::kServer), {"token_endpoint"});
  for (const auto path : {paths::kOpenapi, paths::kAgentCard, paths::kAgent}) {
    const auto flows = objects_called(*documents.json(path), "clientCredentials");
    if (flows.empty()) return complaint(path, "expected a clientCredentials flow, got none", kOwnRemedy);
    for (const auto* flow : flows) {
      if (auto wrong = differs(path, "tokenUrl", expected, text_member(*flow, "tokenUrl"), kBaseUrlsRemedy))
        return wrong;
    }
  }
  return std::nullopt;
}

Verdict check_operations(const Documents& documents) {
  const auto& openapi = *documents.json(paths::kOpenapi);
  const auto& server = *documents.json(paths::kServer);
  const auto servers = names_at(openapi, {"servers"}, "url");
  if (std::ranges::none_of(servers, [&](const std::string& url) {
        return url == documents.origin() || url == documents.origin() + "/";
      })) {
    return complaint(paths::kOpenapi, "expected " + documents.origin() + " among servers", kBaseUrlsRemedy);
  }
  struct Operation {
    std::string path;
    std::string_view method;
  };
  const std::array<Operation, 4> operations{{{path_of(text_at(server, {"token_endpoint"}), documents), "post"},
                                             {path_of(text_at(server, {"registration_endpoint"}), documents), "post"},
                                             {std::string(oauth::kProfilePath), "get"},
                                             {std::string(paths::kSite), "get"}}};
  for (const auto& [path, method] : operations) {
    if (object_at(openapi, {"paths", path, method}) != nullptr) continue;
    return complaint(paths::kOpenapi,
                     "expected the operation " + std::string(method) + " " + app::printable(path) + ", got none",
                     kOwnRemedy);
  }
  return std::nullopt;
}

bool is_known_path(const std::string& path, const Documents& documents) {
  if (path == oauth::kProfilePath || path == paths::kProfileResource) return true;
  const auto& server = *documents.json(paths::kServer);
  if (path == path_of(text_at(server, {"token_endpoint"}), documents) ||
      path == path_of(text_at(server, {"registration_endpoint"}), documents)) {
    return true;
  }
  return std::ranges::any_of(published_documents(), [&](const Published& known) { return known.path == path; });
}

/// A document must not link to the same path of another host, whose issuer would not match.
Verdict check_texts(const Documents& documents) {
  const auto& server = *documents.json(paths::kServer);
  const auto auth = documents.text(paths::kAuth);
  const std::array<std::string, 5> named{path_of(text_at(server, {"token_endpoint"}), documents),
                                         path_of(text_at(server, {"registration_endpoint"}), documents),
                                         std::string(oauth::kProfilePath), std::string(paths::kServer),
                                         std::string(paths::kResource)};
  for (const auto& path : named) {
    if (path.empty() || auth.find(path) == std::string_view::npos) {
      return complaint(paths::kAuth, "expected a mention of " + (path.empty() ? "the endpoints" : path) + ", got none",
                       kOwnRemedy);
    }
  }
  for (const auto document : {paths::kAuth, paths::kLlms, paths::kAgents}) {
    for (const auto& link : links_of_markdown(documents.text(document))) {
      const auto url = client::parse_url(link);
      if (url && url->origin() != documents.origin() && is_known_path(url->target, documents)) {
        return complaint(document, "expected addresses of " + documents.origin() + ", got " + app::printable(link),
                         kBaseUrlsRemedy);
      }
    }
  }
  return std::nullopt;
}

Verdict check_catalog_names(const Documents& documents) {
  const auto& server = *documents.json(paths::kServer);
  const auto text = documents.text(paths::kCatalog);
  const auto describes = [&](std::string_view path) {
    return !path.empty() && text.find(std::string(path) + "\"") != std::string_view::npos;
  };
  const std::array<std::string, 5> named{path_of(text_at(server, {"token_endpoint"}), documents),
                                         path_of(text_at(server, {"registration_endpoint"}), documents),
                                         std::string(oauth::kProfilePath), std::string(paths::kOpenapi),
                                         std::string(paths::kAuth)};
  for (const auto& path : named) {
    if (!describes(path)) {
      return complaint(paths::kCatalog, "expected " + (path.empty() ? "the endpoints" : path) + ", got none",
                       kOwnRemedy);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<DocumentCheck> address_checks() {
  using namespace paths;
  return {
      {"Issuer and resources are this address", kServer, {kServer, kResource, kProfileResource}, check_issuer},
      {"Token addresses are the same", kServer, {kServer, kOpenapi, kAgentCard, kAgent}, check_token_urls},
      {"Endpoints are described", kOpenapi, {kServer, kOpenapi}, check_operations},
      {"Texts name the same addresses", kAuth, {kServer, kAuth, kLlms, kAgents}, check_texts},
      {"Catalogue names the endpoints", kCatalog, {kServer, kCatalog}, check_catalog_names},
  };
}

}  // namespace agent_access::tools
