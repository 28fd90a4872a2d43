// What the tests include and is expensive to read, beside what rooms.hpp has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "rooms.hpp"
