#include "site/content/sentence.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace agent_access::content {
namespace {

TEST(FirstSentence, EndsAsInItsScript) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", ""},
      {"No end", "No end"},
      {"One. Two.", "One."},
      {"Really? Yes!", "Really?"},
      {"She said \"no.\" Then she went.", "She said \"no.\""},
      {"(All of it.) More.", "(All of it.)"},
      {"Wait... Then go.", "Wait..."},
      {"灯台について。カタカナ。", "灯台について。"},
      {"「灯台。」と言った。", "「灯台。」"},
      {"本当？はい！", "本当？"},
      {"هل هذا صحيح؟ نعم.", "هل هذا صحيح؟"},
  };
  for (const auto& [text, sentence] : cases) EXPECT_EQ(first_sentence(text), sentence);
}

TEST(FirstSentence, GoesOnBehindAbbreviationsAndNumbers) {
  for (const std::string sentence :
       {"With Dr. Example and J. Sample at 3.5 km.", "Noise, e.g. of rain, z. B. Regen.", "Am 13. Mai und am 1. Juni.",
        "Made approx. 5 times, i.e. not often.", "Version 2.0 of node.js."}) {
    EXPECT_EQ(first_sentence(sentence + " Then more."), sentence);
  }
  EXPECT_EQ(first_sentence("It began in 2015. Then it ended."), "It began in 2015.");
}

TEST(FirstSentence, HasAtMostTwoHundredCharacters) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "tides ";
  EXPECT_EQ(first_sentence(text), text.substr(0, 197) + "…") << "after a word";
  std::string wide;
  for (int i = 0; i < 200; ++i) wide += "海";
  EXPECT_EQ(first_sentence(wide), wide);
  EXPECT_EQ(first_sentence(wide + "海。"), wide.substr(3) + "…");
}

}  // namespace
}  // namespace agent_access::content
