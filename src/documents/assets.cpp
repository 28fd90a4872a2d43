#include "documents/assets.hpp"

#include <stdexcept>

#include "render/template.hpp"

namespace agent_access::documents {

std::string filled(std::string_view name, const render::View& view) {
  const std::string_view text = asset(name);
  if (text.empty()) throw std::logic_error("no template " + std::string(name));
  return render::fill(name, text, view);
}

}  // namespace agent_access::documents
