#include "limit/shared/reply_reader.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::limit {
namespace {

using Integers = std::vector<std::int64_t>;
using Owed = base::Result<Integers, RedisFault>;

/// The result of read_owed for these bytes as a complete reply.
Owed owed_in(std::string_view bytes, std::size_t count, std::int64_t most = 1000) {
  ReplyReader reader;
  if (const auto fed = reader.feed(bytes); !fed) return base::Failure(fed.error());
  const auto reply = reader.next();
  if (!reply) return base::Failure(reply.error());
  if (*reply == nullptr) return base::Failure(RedisFault::too_slow);
  const auto owed = read_owed(**reply, count, most);
  if (!owed) return base::Failure(owed.error());
  return Integers(owed->begin(), owed->end());
}

TEST(ReplyReader, GivesARowOfIntegers) { EXPECT_EQ(owed_in("*3\r\n:0\r\n:7\r\n:1000\r\n", 3), (Integers{0, 7, 1000})); }

TEST(ReplyReader, RefusesValuesOfResp3) {
  for (const std::string_view bytes : {",1.5\r\n", "#t\r\n", "_\r\n", "(12345\r\n", "*1\r\n,1.5\r\n", "*1\r\n#t\r\n"}) {
    EXPECT_EQ(owed_in(bytes, 1), Owed(base::Failure(RedisFault::garbled))) << bytes;
  }
}

TEST(ReplyReader, WaitsForTheLastByte) {
  const std::string bytes = "*2\r\n:12\r\n:34\r\n";
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(owed_in(bytes.substr(0, size), 2), Owed(base::Failure(RedisFault::too_slow))) << size;
  }
}

TEST(ReplyReader, ReadsRepliesThatComeByteByByte) {
  ReplyReader reader;
  std::vector<std::int64_t> seen;
  for (const char byte : std::string("*2\r\n:12\r\n:34\r\n*1\r\n:56\r\n")) {
    ASSERT_TRUE(reader.feed({&byte, 1}));
    const auto reply = reader.next();
    ASSERT_TRUE(reply);
    if (*reply == nullptr) continue;
    seen.insert(seen.end(), (*reply)->integers().begin(), (*reply)->integers().end());
  }
  EXPECT_EQ(seen, (Integers{12, 34, 56}));
}

TEST(ReplyReader, ReportsUnsuitableRepliesAsWrongAnswers) {
  const Owed wrong = base::Failure(RedisFault::wrong_answer);
  EXPECT_EQ(owed_in("*2\r\n:1\r\n:2\r\n", 3), wrong);
  EXPECT_EQ(owed_in("*0\r\n", 1), wrong);
  EXPECT_EQ(owed_in("*1\r\n:-1\r\n", 1), wrong);
  EXPECT_EQ(owed_in("*1\r\n:1001\r\n", 1), wrong);
  EXPECT_EQ(owed_in("*1\r\n:9223372036854775807\r\n", 1), wrong);
  EXPECT_EQ(owed_in(":1\r\n", 1), wrong);
  EXPECT_EQ(owed_in("+OK\r\n", 1), wrong);
  EXPECT_EQ(owed_in("$2\r\n12\r\n", 1), wrong);
}

TEST(ReplyReader, ReportsMalformedRepliesAsGarbled) {
  const Owed garbled = base::Failure(RedisFault::garbled);
  EXPECT_EQ(owed_in("HTTP/1.1 400 Bad Request\r\n\r\n", 1), garbled);
  EXPECT_EQ(owed_in("*1\r\n$1\r\n1\r\n", 1), garbled);
  EXPECT_EQ(owed_in("*1\r\n*1\r\n:1\r\n", 1), garbled);
  EXPECT_EQ(owed_in("*1\r\n$-1\r\n", 1), garbled);
  EXPECT_EQ(owed_in("*1\r\n-OOM\r\n", 1), garbled);
  EXPECT_EQ(owed_in("$-1\r\n", 1), garbled);
  EXPECT_EQ(owed_in("*-1\r\n", 1), garbled);
  EXPECT_EQ(owed_in("*65\r\n", 1), garbled);
  EXPECT_EQ(owed_in("*2147483647\r\n", 1), garbled);
  EXPECT_EQ(owed_in("*4294967297\r\n", 1), garbled);
  EXPECT_EQ(owed_in("*99999999999999999999999\r\n", 1), garbled);
  EXPECT_EQ(owed_in(":1x\r\n", 1), garbled);
}

TEST(ReplyReader, MapsErrorsToFaults) {
  EXPECT_EQ(owed_in("-OOM command not allowed\r\n", 1), Owed(base::Failure(RedisFault::full)));
  EXPECT_EQ(owed_in("-NOSCRIPT No matching script\r\n", 1), Owed(base::Failure(RedisFault::script_missing)));
}

TEST(ReplyReader, KeepsTheBeginningOfALongText) {
  ReplyReader reader;
  ASSERT_TRUE(reader.feed("+" + std::string(1000, 'x') + "\r\n"));
  const auto reply = reader.next();
  ASSERT_TRUE(reply && *reply != nullptr);
  EXPECT_EQ((*reply)->text(), std::string(255, 'x'));
}

/// Whether these bytes are read as the name of a script.
base::Result<std::string, RedisFault> script_id_in(std::string_view bytes) {
  ReplyReader reader;
  if (const auto fed = reader.feed(bytes); !fed) return base::Failure(fed.error());
  const auto reply = reader.next();
  if (!reply || *reply == nullptr) return base::Failure(RedisFault::garbled);
  const auto id = read_script_id(**reply);
  if (!id) return base::Failure(id.error());
  return std::string(*id);
}

TEST(ReplyReader, RecognizesTheNameOfAScript) {
  EXPECT_EQ(script_id_in("$40\r\n0123456789abcdef0123456789abcdef01234567\r\n"),
            "0123456789abcdef0123456789abcdef01234567");
  const base::Result<std::string, RedisFault> wrong = base::Failure(RedisFault::wrong_answer);
  EXPECT_EQ(script_id_in("$40\r\n0123456789ABCDEF0123456789abcdef01234567\r\n"), wrong);
  EXPECT_EQ(script_id_in("$39\r\n0123456789abcdef0123456789abcdef0123456\r\n"), wrong);
  EXPECT_EQ(script_id_in("+0123456789abcdef0123456789abcdef01234567\r\n"), wrong);
  EXPECT_EQ(script_id_in("-NOPERM no\r\n").error(), RedisFault::credentials_refused);
}

}  // namespace
}  // namespace agent_access::limit
