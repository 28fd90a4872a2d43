#include "app/config/value_files.hpp"

#include <gtest/gtest.h>

#include "unit/app/scratch_folder.hpp"

namespace agent_access::app {
namespace {

std::string fault_of(std::string_view content) {
  const auto token = parse_status_token(base::bytes_of(content));
  return token ? "none" : token.error();
}

constexpr std::string_view kToken = "0123456789abcdef0123456789ABCDEF";

TEST(StatusToken, IsTheFileWithoutOneNewline) {
  const auto token = parse_status_token(base::bytes_of("0123456789abcdef0123456789-._~+/=\n"));
  ASSERT_TRUE(token);
  EXPECT_EQ(base::text_of(token->reveal()), "0123456789abcdef0123456789-._~+/=");
  EXPECT_EQ(fault_of(std::string(256, 'a')), "none");
}

TEST(StatusToken, OfAnotherFormIsAnErrorWithoutItsText) {
  EXPECT_EQ(fault_of(kToken.substr(1)),
            "holds 31 characters, and a token has 32 to 256; make one with: openssl rand -hex 32");
  EXPECT_EQ(fault_of(std::string(257, 'a')),
            "holds 257 characters, and a token has 32 to 256; make one with: openssl rand -hex 32");
  for (const char each : {' ', '\n', '\r', '\0', ':', '"', '\x7f', '\xe4'}) {
    EXPECT_EQ(fault_of(std::string(kToken) + each + "a"),
              "holds something else than letters, digits and -._~+/=; make one with: openssl rand -hex 32");
  }
}

TEST(LoopbackAddress, IsOneOfThisMachineOnly) {
  for (const auto* address : {"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(is_loopback_address(address)) << address;
  }
  for (const auto* address : {"", "0.0.0.0", "::", "10.0.0.1", "128.0.0.1", "126.255.255.255", "localhost"}) {
    EXPECT_FALSE(is_loopback_address(address)) << address;
  }
}

class StatusAccessTest : public testing::Test {
 protected:
  Problems problems_of(const std::string& admin, const std::filesystem::path& token_file, bool page = true) {
    Config config;
    config.listen_admin = admin;
    config.status_page = page;
    config.report_token_file = token_file;
    Problems problems;
    read_status_access(config, problems);
    return problems;
  }
  test::ScratchFolder folder_;
};

TEST_F(StatusAccessTest, NeedsATokenWhereOthersReachThePage) {
  const auto token = folder_.write("token", kToken);
  for (const auto* admin : {"127.0.0.1:9464", "[::1]:9464", ""}) EXPECT_EQ(problems_of(admin, ""), Problems{}) << admin;
  for (const auto* admin : {"0.0.0.0:9464", "[::]:9464", "10.0.0.1:9464"}) {
    EXPECT_EQ(problems_of(admin, token), Problems{}) << admin;
    EXPECT_EQ(problems_of(admin, "", false), Problems{}) << admin;
  }
  EXPECT_EQ(problems_of("10.0.0.1:9464", ""),
            (Problems{"default: report.status_page: listen.admin is \"10.0.0.1:9464\", which others can reach; set "
                      "report.token_file to a file that `openssl rand -hex 32` wrote, or listen.admin to an address of "
                      "this machine such as \"127.0.0.1:9464\""}));
}

TEST_F(StatusAccessTest, RefusesATokenFileThatCannotBeUsed) {
  const auto missing = folder_.path() / "missing";
  EXPECT_EQ(problems_of("", missing),
            (Problems{"default: report.token_file: cannot read " + missing.string() + ": No such file or directory"}));
  const auto large = folder_.write("large", std::string(4097, 'a'));
  EXPECT_EQ(problems_of("", large),
            (Problems{"default: report.token_file: " + large.string() + " is larger than 4KiB"}));
}

}  // namespace
}  // namespace agent_access::app
