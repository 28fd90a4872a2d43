#include "limit/shared/redis_fault.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace agent_access::limit {
namespace {

TEST(RedisFault, IsReadFromTheCodeOfAnError) {
  EXPECT_EQ(classify_error("OOM command not allowed when used memory > 'maxmemory'."), RedisFault::full);
  EXPECT_EQ(classify_error("READONLY You can't write against a read only replica."), RedisFault::read_only);
  EXPECT_EQ(classify_error("NOREPLICAS Not enough good replicas to write."), RedisFault::read_only);
  EXPECT_EQ(classify_error("MISCONF Redis is configured to save RDB snapshots"), RedisFault::read_only);
  EXPECT_EQ(classify_error("LOADING Redis is loading the dataset in memory"), RedisFault::starting);
  EXPECT_EQ(classify_error("BUSY Redis is busy running a script."), RedisFault::starting);
  EXPECT_EQ(classify_error("NOSCRIPT No matching script."), RedisFault::script_missing);
  EXPECT_EQ(classify_error("NOAUTH Authentication required."), RedisFault::credentials_refused);
  EXPECT_EQ(classify_error("NOPERM User has no permissions"), RedisFault::credentials_refused);
  EXPECT_EQ(classify_error("OOM"), RedisFault::full);
}

TEST(RedisFault, IsFoundInTheErrorsOfScriptsBeforeRedisSeven) {
  EXPECT_EQ(classify_error("ERR Error running script (call to f_1): @user_script:9: @user_script: 9: -OOM command not "
                           "allowed when used memory > 'maxmemory'."),
            RedisFault::full);
  EXPECT_EQ(classify_error("ERR Error running script (call to f_1): @user_script:9: -READONLY You can't write"),
            RedisFault::read_only);
}

TEST(RedisFault, OfAnUnknownCodeIsAnErrorReply) {
  for (const std::string_view text :
       {"", "ERR unknown command", "OOMPH", "MOVED 3999 127.0.0.1:6381", "oom x", "ERR the key OOM has another type"}) {
    EXPECT_EQ(classify_error(text), RedisFault::error_answer) << text;
  }
}

TEST(RedisFault, HasItsOwnNameAndDescription) {
  std::set<std::string_view> names;
  std::set<std::string_view> sentences;
  for (std::size_t i = 0; i < kRedisFaultCount; ++i) {
    names.insert(name(static_cast<RedisFault>(i)));
    sentences.insert(describe(static_cast<RedisFault>(i)));
  }
  EXPECT_EQ(names.size(), 14U);
  EXPECT_EQ(sentences.size(), 14U);
  EXPECT_EQ(name(RedisFault::too_slow), "too_slow");
}

}  // namespace
}  // namespace agent_access::limit
