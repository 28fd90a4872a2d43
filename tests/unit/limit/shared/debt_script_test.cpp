#include "limit/shared/debt_script.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace agent_access::limit {
namespace {

using namespace std::chrono_literals;

// The key of the reference vectors of SipHash-2-4: 00 01 ... 0f.
KeySpace space(std::string prefix) {
  KeySpace made{std::move(prefix), {}};
  for (std::size_t i = 0; i < made.hash.size(); ++i) made.hash[i] = static_cast<std::byte>(i);
  return made;
}

constexpr std::string_view kId = "0123456789abcdef0123456789abcdef01234567";

TEST(DebtScript, CommandsAreRowsOfBulkStrings) {
  std::string out;
  append_command(out, std::array<std::string_view, 2>{"SELECT", "0"});
  append_command(out, std::array<std::string_view, 2>{"AUTH", ""});
  EXPECT_EQ(out, "*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n*2\r\n$4\r\nAUTH\r\n$0\r\n\r\n");
}

TEST(DebtScript, SendsTheEarlierDebtAndWhatWasAdded) {
  std::string out;
  // A debt of 5 s, of which 2 s were charged since the last batch; and one that is already paid.
  const std::array debts{limit::Debt{0x0706050403020100, 5s, 2s}, limit::Debt{0xfedcba9876543210, -30ms, 20ms}};
  append_merge(out, kId, space("aa:{x}:"), {120'000'000}, debts);
  EXPECT_EQ(out,
            "*11\r\n$7\r\nEVALSHA\r\n$40\r\n0123456789abcdef0123456789abcdef01234567\r\n$1\r\n2\r\n"
            "$23\r\naa:{x}:93f5f5799a932462\r\n$23\r\naa:{x}:3a5cdca02c6d7173\r\n"
            "$9\r\n120000000\r\n$4\r\n1000\r\n"
            "$7\r\n3000000\r\n$7\r\n2000000\r\n$6\r\n-50000\r\n$5\r\n20000\r\n");
}

TEST(DebtScript, NamesTheHeartbeatAlike) {
  std::string out;
  append_merge(out, kId, space("aa:{x}:"), {1'000'000}, std::array{Debt{0, 0s, 0s}});
  EXPECT_TRUE(out.contains("aa:{x}:0000000000000000\r\n")) << out;
}

TEST(DebtScript, SendsNothingBeyondTheHorizon) {
  std::string out;
  const std::array debts{limit::Debt{1, std::chrono::nanoseconds::max(), std::chrono::nanoseconds::max()},
                         limit::Debt{2, std::chrono::nanoseconds::min(), std::chrono::nanoseconds::min()}};
  append_merge(out, kId, space(""), {1'000'000}, debts);
  EXPECT_TRUE(
      out.ends_with("$7\r\n1000000\r\n$4\r\n1000\r\n$1\r\n0\r\n$7\r\n1000000\r\n$8\r\n-1000000\r\n$1\r\n0\r\n"));
}

TEST(DebtScript, RoundsAChargeUpAndWhatIsOwedDown) {
  std::string out;
  const std::array debts{limit::Debt{1, 1999ns, 1001ns}};
  append_merge(out, kId, space(""), {1'000'000}, debts);
  EXPECT_TRUE(out.ends_with("$2\r\n-1\r\n$1\r\n2\r\n")) << out;
}

}  // namespace
}  // namespace agent_access::limit
