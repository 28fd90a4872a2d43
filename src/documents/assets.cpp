#include "documents/assets.hpp"

#include <boost/json/parse.hpp>
#include <stdexcept>

#include "render/template.hpp"

namespace agent_access::documents {

std::string filled(std::string_view name, const render::View& view) {
  const std::string_view text = asset(name);
  if (text.empty()) throw std::logic_error("no template " + std::string(name));
  return render::fill(name, text, view);
}

boost::json::object filled_object(std::string_view name, const render::View& view) {
  boost::json::parse_options options;
  options.allow_trailing_commas = true;
  return boost::json::parse(filled(name, view), {}, options).as_object();
}

}  // namespace agent_access::documents
