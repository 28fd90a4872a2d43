#include "app/config/values/origin.hpp"

namespace agent_access::app {

std::string to_text(const Origin& origin) {
  switch (origin.kind) {
    case OriginKind::built_in:
      return "default";
    case OriginKind::file:
      return origin.place;
    case OriginKind::environment:
      return "environment " + origin.place;
    case OriginKind::flag:
      return "flag " + origin.place;
    case OriginKind::credential:
      return "credential " + origin.place;
  }
  return {};
}

}  // namespace agent_access::app
