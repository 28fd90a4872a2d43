// Names that occur twice in one object, among few and among many.
#include "json/strict_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace agent_access::json {
namespace {

std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t number = 0; number < count; ++number) names.push_back("name " + std::to_string(number));
  return names;
}

TEST(OpenNames, FindsANameThatOccursTwiceInOneObject) {
  OpenNames names;
  names.begin_object();
  EXPECT_TRUE(names.add("a"));
  EXPECT_TRUE(names.add("b"));
  EXPECT_FALSE(names.add("a"));
  EXPECT_TRUE(names.add(""));
  EXPECT_FALSE(names.add(""));
}

TEST(OpenNames, KeepsTheNamesOfEachObjectApart) {
  OpenNames names;
  names.begin_object();
  EXPECT_TRUE(names.add("a"));
  names.begin_object();
  EXPECT_TRUE(names.add("a"));
  names.end_object();
  names.begin_object();
  EXPECT_TRUE(names.add("a")) << "the object before has ended";
  names.end_object();
  EXPECT_FALSE(names.add("a")) << "this object has gone on";
  EXPECT_TRUE(names.add("b"));
}

TEST(OpenNames, FindsEachOfManyNames) {
  for (const std::size_t count : {15UL, 16UL, 17UL, 18UL, 1000UL}) {
    const std::vector<std::string> all = numbered(count);
    OpenNames names;
    names.begin_object();
    for (const std::string& name : all) EXPECT_TRUE(names.add(name)) << name << " of " << count;
    for (const std::string& name : all) EXPECT_FALSE(names.add(name)) << name << " of " << count;
  }
}

TEST(OpenNames, KeepsManyNamesWhileAnInnerObjectIsOpen) {
  const std::vector<std::string> outer = numbered(40);
  const std::vector<std::string> inner = numbered(20);
  OpenNames names;
  names.begin_object();
  EXPECT_TRUE(names.add("first"));
  names.begin_object();
  for (const std::string& name : outer) EXPECT_TRUE(names.add(name));
  names.begin_object();
  for (const std::string& name : inner) EXPECT_TRUE(names.add(name));
  names.end_object();
  for (const std::string& name : outer) EXPECT_FALSE(names.add(name));
  names.end_object();
  EXPECT_FALSE(names.add("first"));
  EXPECT_TRUE(names.add("name 1"));
}

}  // namespace
}  // namespace agent_access::json
