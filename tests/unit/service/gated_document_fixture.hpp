/// \file
/// A handler with a folder and a file that need tokens, and a client with a token for the folder.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "unit/app/scratch_folder.hpp"
#include "unit/service/service_fixture.hpp"

namespace agent_access::test {

inline const std::string kPaper = "/api/agent/papers/a%20b.pdf";

class GatedDocumentTest : public ServiceTest {
 protected:
  GatedDocumentTest() {
    std::filesystem::create_directories(folder_.path() / "papers" / "2024");
    write("papers/a b.pdf", "0123456789");
    write("papers/2024/c.html", "<p>");
    write("papers/empty.txt", "");
    write("data.json", "{}");
    declare({});
  }

  void write(const std::string& name, std::string_view content) {
    const auto path = folder_.write(name, content);
    const timespec times[] = {{784111777, 255}, {784111777, 255}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }
  void declare(const limit::Policy& limits) {
    const content::Access access{
        .scopes = {{"read:extended", "Read the profile."}, {"read:papers", "Read the papers."}},
        .documents = {
            {.path = "/api/agent/papers/",
             .source = folder_.path() / "papers",
             .title = "Papers",
             .description = "All papers.",
             .scope = 1},
            {.path = "/api/agent/data", .source = folder_.path() / "data.json", .title = "", .description = ""}}};
    change_to({.access = access, .limits = limits});
  }
  std::string new_token(const std::string& scope) { return token_for_scopes(client_, scope); }
  Answer ask(std::string_view target, Fields fields = {}, http::Method method = http::Method::get) {
    fields.emplace_back("Authorization", "Bearer " + token_);
    return send(method, target, fields);
  }
  Answer range(const std::string& value, Fields fields = {}) {
    fields.emplace_back("Range", value);
    return ask(kPaper, std::move(fields));
  }

  ScratchFolder folder_;
  Client client_ = register_client();
  std::string token_ = (declare({}), new_token("read:papers"));
};

}  // namespace agent_access::test
