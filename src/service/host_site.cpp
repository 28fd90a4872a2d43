#include "service/host_site.hpp"

#include <utility>

namespace agent_access::service {

HostSite::HostSite(publish::HostPublication publication, std::vector<publish::ResourceMetadata> resource_metadata,
                   const publish::Catalogue* first, MakeServer make_server)
    : publication_(std::move(publication)),
      documents_(
          publication_.groups(),
          [this](std::size_t group) { return publish::HostPublication::Renderer(publication_).render(group); }, first),
      resource_metadata_(std::move(resource_metadata)),
      make_server_(std::move(make_server)) {}

void HostSite::make_those_of(const HostSite& previous) const {
  publish::HostPublication::Renderer renderer(publication_);
  documents_.make_those_of(previous.documents_, [&](std::size_t group) { return renderer.render(group); });
  if (has_mcp_server() && previous.has_made_mcp_server()) static_cast<void>(mcp_server());
}

bool Completion::make_next() {
  const HostSite& first = sites_.at(0);
  const auto render = [this](std::size_t group) { return renderer_->render(group); };
  while (next_to_make_ < first.documents().group_count()) {
    if (!renderer_) renderer_.emplace(first.publication());
    if (first.documents().make(next_to_make_++, render)) return true;
  }
  renderer_.reset();
  if (!first.has_mcp_server() || first.has_made_mcp_server()) return false;
  static_cast<void>(first.mcp_server());
  return true;
}

bool Completion::compress_next() {
  for (; host_ < sites_.size(); ++host_, next_to_compress_ = 0) {
    const HostSite* const site = sites_.made(host_);
    while (site != nullptr && next_to_compress_ < site->documents().group_count()) {
      if (site->documents().compress(next_to_compress_++)) return true;
    }
  }
  host_ = 0;
  return false;
}

}  // namespace agent_access::service
