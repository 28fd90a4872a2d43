#include "discovery/documents.hpp"

#include "discovery/home.hpp"
#include "discovery/jwks.hpp"
#include "discovery/oauth_metadata.hpp"

namespace agent_access::discovery {

std::vector<Rendered> render_documents(const site::Settings& settings, std::size_t host,
                                       const oauth::KeySchedule& keys) {
  std::vector<Rendered> documents;
  documents.push_back(render_home(settings, host));
  documents.push_back(render_authorization_server(settings, host));
  documents.push_back(render_protected_resource(settings, host));
  documents.push_back(render_protected_profile(settings, host));
  documents.push_back(render_jwks(keys));
  return documents;
}

}  // namespace agent_access::discovery
