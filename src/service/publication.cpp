#include "service/publication.hpp"

#include <algorithm>

#include "discovery/documents.hpp"
#include "discovery/jwks.hpp"
#include "pages/pages.hpp"
#include "service/error_answers.hpp"
#include "service/router.hpp"

namespace agent_access::service {

namespace {

using discovery::Rendered;

void replace(Rendered& generated, const site::StaticFile& file) {
  // The generated page's policy was made for its own scripts and styles, so an own page comes without it.
  if (generated.kind == discovery::Kind::page) generated.extra_fields.clear();
  generated.body = file.body;
  generated.markdown.clear();
}

}  // namespace

std::vector<Rendered> publish(const discovery::HostView& view, const oauth::KeySchedule& keys,
                              std::span<const site::StaticFile> files) {
  auto documents = discovery::render_documents(view, keys, error_answers());
  std::ranges::move(pages::render_pages(view), std::back_inserter(documents));
  const std::size_t generated_count = documents.size();
  for (const auto& file : files) {
    if (is_dynamic(file.path)) continue;
    const auto generated = std::span(documents).first(generated_count);
    const auto found = std::ranges::find(generated, file.path, &Rendered::path);
    if (found != generated.end()) {
      replace(*found, file);
    } else {
      documents.push_back({file.path, file.media_type, file.body, {}, discovery::Kind::file, {}});
    }
  }
  return documents;
}

bool is_dynamic(std::string_view path) noexcept {
  return find_endpoint(path).has_value() || path == discovery::kJwksPath;
}

}  // namespace agent_access::service
