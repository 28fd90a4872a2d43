// The main function of all unit test programs.
#include <gtest/gtest.h>

#include <cstdio>

int main(int argc, char** argv) {
  // Of a program that is killed, a buffer would lose which test ran and what had failed before.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
