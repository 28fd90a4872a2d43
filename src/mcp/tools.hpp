/// \file
/// The browser tools (content/tools.hpp) for agents that do not run a browser: the same names, input, results and error
/// texts as web/browser-tools.js has them, from the documents that it reads. get_full_profile needs a token and is the
/// endpoint's task. Immutable, shared by threads.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "content/tools.hpp"
#include "mcp/site.hpp"
#include "mcp/site_search.hpp"

namespace agent_access::mcp {

class Tools {
 public:
  /// `site` outlives the tools.
  explicit Tools(const Site& site);

  /// Null for an unknown name.
  [[nodiscard]] static const content::Tool* find(std::string_view name) noexcept;

  /// The result of a tool, or a sentence for the agent. `arguments` is null if there were none.
  [[nodiscard]] base::Result<boost::json::object, std::string> call(const content::Tool& tool,
                                                                    const boost::json::value* arguments) const;
  /// The same for the tool that needs a token: nothing but the check of its input.
  [[nodiscard]] base::Result<void, std::string> check(const content::Tool& tool,
                                                      const boost::json::value* arguments) const;
  /// Precondition: the item exists.
  [[nodiscard]] boost::json::object item(std::string_view collection, std::string_view slug) const;

 private:
  using Input = boost::json::object;
  using Output = base::Result<boost::json::object, std::string>;
  [[nodiscard]] Output overview(const Input& input) const;
  [[nodiscard]] Output search(const Input& input) const;
  [[nodiscard]] Output list(const Input& input) const;
  [[nodiscard]] Output get_item(const Input& input) const;
  [[nodiscard]] Output cv(const Input& input) const;
  [[nodiscard]] Output contact(const Input& input) const;
  [[nodiscard]] Output faq(const Input& input) const;

  [[nodiscard]] boost::json::value page_content(std::string_view slug) const;
  [[nodiscard]] boost::json::value owner_name() const;

  const Site& site_;
  std::vector<boost::json::object> schemas_;  // in the order of content::browser_tools()
  SiteSearch search_;
  std::map<std::string, std::vector<const boost::json::object*>, std::less<>> by_date_;  // newest first
};

}  // namespace agent_access::mcp
