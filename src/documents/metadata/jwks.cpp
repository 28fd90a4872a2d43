#include "documents/metadata/jwks.hpp"

#include "documents/paths.hpp"
#include "jose/jwk.hpp"

namespace agent_access::documents {

Rendered render_jwks(const oauth::KeySchedule& keys) {
  std::string body = R"({"keys":[)";
  for (const oauth::ScheduledKey& scheduled : keys.keys()) {
    if (body.back() == '}') body.push_back(',');
    body.append(jose::render_jwk(scheduled.key.public_key(), scheduled.key_id));
  }
  body.append("]}\n");
  return {std::string(kJwksPath), "application/json", std::move(body), {}};
}

}  // namespace agent_access::documents
