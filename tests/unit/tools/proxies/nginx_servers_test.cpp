#include "tools/proxies/nginx_servers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class NginxServersTest : public testing::Test {
 protected:
  NginxServersTest() {
    for (const auto* name : {"sites-available", "sites-enabled", "conf.d"}) fs::create_directory(folder_.path() / name);
    folder_.write("nginx.conf", "user www-data; # server_name example.com;\nhttp {\n  include " +
                                    (folder_.path() / "conf.d/*.conf").string() + ";\n  include sites-enabled/*;\n}\n");
  }

  void enable(const std::string& name, const std::string& text) {
    folder_.write("sites-available/" + name, text);
    fs::create_symlink("../sites-available/" + name, folder_.path() / "sites-enabled" / name);
  }
  /// "sites-enabled/a:3 example.com".
  [[nodiscard]] std::vector<std::string> found() const {
    const std::vector<std::string> hosts = {"example.com", "www.example.com"};
    std::vector<std::string> lines;
    for (const auto& server : find_nginx_servers(folder_.path(), hosts)) {
      const auto file = server.file.string().substr(folder_.path().string().size() + 1);
      lines.push_back(file + ":" + std::to_string(server.line) + " " + server.name);
    }
    return lines;
  }

  /// "sites-enabled/a:3 /llms.txt".
  [[nodiscard]] std::vector<std::string> locations() const {
    const std::vector<std::string> hosts = {"example.com"};
    std::vector<std::string> lines;
    for (const auto& location : find_nginx_locations(folder_.path(), hosts)) {
      const auto file = location.file.string().substr(folder_.path().string().size() + 1);
      lines.push_back(file + ":" + std::to_string(location.line) + " " + location.path);
    }
    return lines;
  }

  agent_access::test::ScratchFolder folder_;
};

TEST_F(NginxServersTest, AreFoundInTheFilesThatAreIncluded) {
  enable("old",
         "server {\n  listen 80;\n  server_name other.test\n    Example.com;\n}\nserver { server_name "
         "\"www.example.com\"; }\n");
  folder_.write("conf.d/more.conf", "# server_name example.com;\nserver{server_name example.com;}");
  folder_.write("conf.d/not-included", "server { server_name example.com; }");
  folder_.write("sites-available/not-enabled", "server { server_name example.com; }");
  EXPECT_THAT(found(), ElementsAre("conf.d/more.conf:2 example.com", "sites-enabled/old:4 Example.com",
                                   "sites-enabled/old:6 www.example.com"));
}

TEST_F(NginxServersTest, AreNotInQuotesWhoseLinesCount) {
  enable("old",
         "log_format x 'a; server_name example.com;\n# b';\nserver { server_name example.com; }\nadd_header x \"");
  EXPECT_THAT(found(), ElementsAre("sites-enabled/old:3 example.com"));
}

TEST_F(NginxServersTest, HaveNamesWithAWildcard) {
  enable("old", "server { server_name .example.com; }\nserver { server_name *.example.com *.com; }\n");
  EXPECT_THAT(found(), ElementsAre("sites-enabled/old:1 .example.com", "sites-enabled/old:2 *.example.com",
                                   "sites-enabled/old:2 *.com"));
}

TEST_F(NginxServersTest, HaveOtherNamesOrBelongToAPrintedSite) {
  enable("old",
         "server { server_name _ example.org a.example.com notexample.com example.com.test ~^example; }\n"
         "map $x $y { example.com 1; }\n");
  EXPECT_THAT(found(), IsEmpty());
  enable("agent-access", "upstream agent_access_example_com {\n}\nserver { server_name example.com; }\n");
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(NginxServersTest, EndWhereFilesIncludeEachOther) {
  enable("old", "include sites-enabled/*;\nserver { server_name example.com; }\n");
  EXPECT_EQ(found().size(), 7U);
}

TEST_F(NginxServersTest, HaveExactLocationsOfTheirOwn) {
  folder_.write("conf.d/more", "location = /more.txt { return 200; }\n");
  enable(
      "old",
      "server {\n  location = /a.txt { }\n  location =/b.txt{}\n  location = \"/c d.txt\" {}\n  include conf.d/more;\n"
      "  location /e.txt { location = /nested.txt { } }\n  location ~ = { }\n  server_name example.com;\n}\n"
      "server { server_name other.test; location = /f.txt { } }\n");
  EXPECT_THAT(locations(), ElementsAre("sites-enabled/old:2 /a.txt", "sites-enabled/old:3 /b.txt",
                                       "sites-enabled/old:4 /c d.txt", "conf.d/more:1 /more.txt"));
}

TEST_F(NginxServersTest, HaveTheirLocationsWhereTlsEnds) {
  enable("old",
         "server { listen 80; server_name example.com; location = /a.txt { } }\n"
         "server { server_name example.com; listen [::]:443 ssl; location = /b.txt { } }\n");
  EXPECT_THAT(locations(), ElementsAre("sites-enabled/old:2 /b.txt"));
}

TEST_F(NginxServersTest, HaveNoLocationsOfAPrintedText) {
  folder_.write("conf.d/printed", "  location @agent_access {\n  }\n  location = /a.txt { }\n");
  enable("old", "server { server_name example.com; include conf.d/printed; location = /b.txt { } }\n");
  EXPECT_THAT(locations(), ElementsAre("sites-enabled/old:1 /b.txt"));
}

TEST(FindNginxServers, FindsNoneWithoutNginx) {
  const std::vector<std::string> hosts = {"example.com"};
  EXPECT_THAT(find_nginx_locations("/nowhere", hosts), IsEmpty());
  EXPECT_THAT(find_nginx_servers("/nowhere", hosts), IsEmpty());
}

}  // namespace
}  // namespace agent_access::tools
