#include "http/media_type.hpp"

#include "http/message.hpp"

namespace agent_access::http {

bool is_media_type(std::string_view content_type, std::string_view type) noexcept {
  // The first comparison is faster and sufficient for most requests.
  if (!content_type.starts_with(type) && !equal_names(content_type.substr(0, type.size()), type)) return false;
  const auto next = content_type.find_first_not_of(" \t", type.size());
  return next == std::string_view::npos || content_type[next] == ';';
}

}  // namespace agent_access::http
