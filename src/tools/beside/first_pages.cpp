#include "tools/beside/first_pages.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/files/file_access.hpp"
#include "base/text.hpp"
#include "site/documents/paths.hpp"
#include "tools/client/client.hpp"
#include "tools/client/url.hpp"
#include "tools/probe/first_contact.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kSubject = "first pages";

/// The file of a folder as a response.
std::optional<ClientResponse> read_response(const std::filesystem::path& file, std::string_view media_type) {
  const auto content = app::read_file(file, kMaxAnswerSize);
  if (!content) return std::nullopt;
  return ClientResponse{.status = 200,
                        .fields = {{"Content-Type", std::string(media_type)}},
                        .body = std::string(base::text_of(content->bytes.reveal()))};
}

std::optional<ClientResponse> response_of(const std::string& site, std::string_view path) {
  if (const auto url = parse_url(site)) {
    auto response = fetch({.url = url->origin() + std::string(path)});
    return response ? std::optional(std::move(*response)) : std::nullopt;
  }
  const std::filesystem::path folder(site);
  return path == "/" ? read_response(folder / "index.html", documents::kHtmlType)
                     : read_response(folder / path.substr(1), documents::kTextType);
}

}  // namespace

void check_first_pages(app::Report& report, const std::string& site, const content::Settings& settings) {
  if (settings.has_pages) return;
  FirstContact contact{.base_url = settings.base_urls.front().text(), .has_profile = settings.has_profile};
  for (const auto path : kFirstPaths) {
    if (const auto response = response_of(site, path)) add_response(contact, path, *response);
  }
  bool is_complete = true;
  for (const auto& [name, missing] : leads_of(contact)) {
    if (!missing) continue;
    is_complete = false;
    const auto path = name.substr(0, name.find(' '));
    report.warn(kSubject, std::string(path) + ": " + missing->detail + "; " + missing->remedy);
  }
  if (is_complete && contact.page) report.ok(kSubject, "they lead to the service");
}

}  // namespace agent_access::tools
