#include "tools/visits/line_prefix.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::tools {
namespace {

TEST(WithoutPrefix, LeavesWhatLogsWriteInFrontOfALine) {
  for (const std::string_view text : {
           "",
           "  ",
           "\xEF\xBB\xBF",
           "Jan  2 03:04:05 host agent-access[123]: ",                    // syslog, journalctl
           "Jan 02 03:04:05.678901 host agent-access[123]: ",             // journalctl -o short-precise
           "2026-01-02T03:04:05+0000 host agent-access[123]: ",           // journalctl -o short-iso
           "Fri 2026-01-02 03:04:05 UTC host agent-access[123]: ",        // journalctl -o short-full
           "2026-01-02T03:04:05.678901+00:00 host agent-access[123]: ",   // rsyslog of Debian 12
           "<134>Jan  2 03:04:05 host agent-access[123]: ",               // RFC 3164
           "<190>Jan  2 03:04:05 host nginx: ",                           // access_log syslog:
           "<134>2026-01-02T03:04:05Z cache-fra-1 access-log[1]: ",       // Fastly
           "<134>1 2026-01-02T03:04:05.678Z host agent-access 123 - - ",  // RFC 5424
           "2026-01-02T03:04:05.678901234Z stdout F ",                    // Kubernetes
           "2026-01-02T03:04:05.678901234Z ",                             // docker logs -t
           "agent-access-1  | ",                                          // docker compose
           "agent-access-1  | 2026-01-02T03:04:05.678Z ",
           "[pod/agent-access-5d9/agent-access] ",  // kubectl logs --prefix
           "[pod/agent-access-5d9/agent-access] 2026-01-02T03:04:05.678Z ",
           "[\xF0\x9F\x8C\x90 agent-access] 2026-01-02T03:04:05.678Z INFO ",  // Netlify
           "2026-01-02T03:04:05.678Z info ",                                  // Deno
           "INFO ",
       }) {
    EXPECT_EQ(without_prefix(std::string(text) + "{}"), "{}") << text;
  }
}

TEST(WithoutPrefix, KeepsTextOfOtherPrograms) {
  for (const std::string_view text : {
           "Jan  2 03:04:05 host sshd[12]: Invalid user ",
           "192.0.2.1 - - [02/Jan/2026:03:04:05 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"",
           "2026-01-02T03:04:05.678Z user agent: ",
           "2026-01-02T03:04:05.678Z INFO user agent: ",
           "a",
           "x {",
           "[a \"b\"] ",
           "[a] [b] ",
           "| ",
           "name with spaces | ",
           "<abc>",
           "<134",
           "Foo  2 03:04:05 host agent-access: ",
           "Jan  2 03:04 host agent-access: ",
           "2026-01-02 ",
           "host agent-access[123]: ",
           "2026-01-02T03:04:05.678Z host agent-access[12a]: ",
           "2026-01-02T03:04:05.678Z host (x): ",
           "2026-01-02T03:04:05.678Z host agent-access: ",
           "2026-01-02T03:04:05.678Z GET /path HTTP/1.1 200 - ",
       }) {
    EXPECT_NE(without_prefix(std::string(text) + "{}"), "{}") << text;
  }
  EXPECT_NE(without_prefix(std::string(301, ' ') + "{}"), "{}");
}

TEST(WithoutPrefix, LeavesAddressesThatBeginALine) {
  for (const std::string_view text : {"192.0.2.1 - - [", "2001:db8::1 - anna b [", "unix: - - [", "- - - [-]"}) {
    EXPECT_EQ(without_prefix(text), text);
    EXPECT_EQ(without_prefix("<134>2026-01-02T03:04:05Z host name[82695]: " + std::string(text)), text);
    EXPECT_EQ(without_prefix("2026-01-02T03:04:05.678901234Z stdout F " + std::string(text)), text);
  }
}

}  // namespace
}  // namespace agent_access::tools
