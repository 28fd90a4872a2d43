/// \file
/// The browser tools (site/content/tools.hpp) for agents that do not run a browser: the same names, input, results and
/// error texts as web/site-tools.js has them, from the documents that it reads. get_full_profile needs a token and
/// is the endpoint's task. Immutable, shared by threads.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "mcp/search.hpp"
#include "mcp/site.hpp"
#include "site/content/tools.hpp"

namespace agent_access::mcp {

class Tools {
 public:
  /// `site` outlives the tools. `other`: as for SiteSearch.
  explicit Tools(const Site& site, const Tools* other = nullptr);

  /// Null for an unknown name.
  [[nodiscard]] static const content::Tool* find(std::string_view name);

  /// The result of a tool, or a sentence for the agent. `arguments` is null if there were none. Throws std::logic_error
  /// for a tool of content::browser_tools() without a function here.
  [[nodiscard]] base::Result<boost::json::object, std::string> call(const content::Tool& tool,
                                                                    const boost::json::value* arguments) const;
  /// Precondition: the item exists.
  [[nodiscard]] boost::json::object item(std::string_view collection, std::string_view slug) const;

 private:
  using Input = boost::json::object;
  using Output = base::Result<boost::json::object, std::string>;
  using Function = Output (Tools::*)(const Input&) const;
  [[nodiscard]] static Function function_of(const content::Tool& tool);
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
  SiteSearch search_;
  std::map<std::string, std::vector<const boost::json::object*>, std::less<>> by_date_;  // newest first
};

/// Checks the input of a tool by its schema, with the keywords that the eight schemas use (type, enum, minLength,
/// maxLength, minimum, maximum, default, required), as web/site-tools.js does. Thread safe, stateless.
/// The members that were given or have a default, in the order of the schema; or a sentence for the agent. `input` is
/// null if there was none.
[[nodiscard]] base::Result<boost::json::object, std::string> checked_input(const boost::json::object& schema,
                                                                           const boost::json::value* input);

}  // namespace agent_access::mcp
