/// \file
/// Request heads near the limits of the grammar, some with such a chunked body; the same sequence for
/// the same seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace agent_access::test {

class MessageGenerator {
 public:
  explicit MessageGenerator(std::uint32_t seed) : random_(seed) {}

  /// Mostly well-formed parts in an unusual composition; sometimes one byte of the whole is changed.
  [[nodiscard]] std::string next();

 private:
  [[nodiscard]] std::size_t below(std::size_t bound) { return random_() % bound; }
  [[nodiscard]] std::string field();
  [[nodiscard]] std::string line_end(std::size_t odd_one_in = 8);
  [[nodiscard]] std::string size_of(std::size_t number);
  [[nodiscard]] std::string chunks();

  std::mt19937 random_;
};

}  // namespace agent_access::test
