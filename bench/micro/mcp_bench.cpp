#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "example_service.hpp"
#include "mcp/message.hpp"
#include "mcp/server.hpp"
#include "site/content/load.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access {
namespace {

constexpr std::size_t kSmall = 1'000;
constexpr std::size_t kLarge = 10'000;
constexpr std::size_t kWordsOfAText = 100;

/// Words of two or three syllables, the first ones of the 8,000 more often, as in a language.
class Words {
 public:
  std::string next() {
    std::array<std::byte, 8> bytes{};
    static_cast<void>(random_.fill(bytes));
    std::uint64_t number = 0;
    for (const std::byte one : bytes) number = number * 256 + std::to_integer<std::uint64_t>(one);
    const std::uint64_t below = 1 + number % 8000;
    return word(number / 8000 % below);
  }

 private:
  static std::string word(std::uint64_t number) {
    constexpr std::array<std::string_view, 20> kSyllables = {"ba", "be", "ti", "do", "ra", "lo", "mi",
                                                             "su", "ka", "ne", "vo", "fi", "ga", "hu",
                                                             "po", "sa", "le", "ru", "wi", "za"};
    std::string text;
    for (int syllable = 0; syllable < 2 || number > 0; ++syllable) {
      text += kSyllables[number % kSyllables.size()];
      number /= kSyllables.size();
    }
    return text;
  }

  bench::CountedRandom random_;
};

std::string site_text(std::size_t items) {
  Words words;
  std::string text = R"({"publications":[)";
  for (std::size_t item = 0; item < items; ++item) {
    if (item > 0) text += ",";
    text += R"({"slug":"publication-)" + std::to_string(item) + R"(","title":")" + words.next() + " " + words.next() +
            R"(","date":"2026-01-01","summary":")";
    for (std::size_t word = 0; word < kWordsOfAText; ++word) text += words.next() + " ";
    text += "\"}";
  }
  return text + "]}";
}

struct SiteOf {
  explicit SiteOf(std::size_t items)
      : documents({{.path = "/api/site.json", .media_type = "application/json", .body = site_text(items)}}) {}
  publish::Catalogue documents;
  content::Profile profile = content::parse_profile("{}").value();
  mcp::Server server{documents, "https://example.com", {"com.example/example", "Example", "Example"}, profile};
};

const SiteOf& large_site() {
  static const SiteOf site(kLarge);
  return site;
}
const SiteOf& small_site() {
  static const SiteOf site(kSmall);
  return site;
}

/// One message to the server of a site, from its text to the response.
void call(benchmark::State& state, const std::string& tool, const std::string& arguments,
          const SiteOf& site = large_site()) {
  const mcp::Server& server = site.server;
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + tool +
                           R"(","arguments":)" + arguments + "}}";
  for (auto _ : state) {
    const auto message = mcp::read_message(body);
    auto reply = server.answer(*message, mcp::Revision::current());
    if (reply.fault) return state.SkipWithError("the message was refused");
    benchmark::DoNotOptimize(reply.body.data());
  }
}

/// What a start or a reload does for one host, besides the documents themselves.
void build(benchmark::State& state) {
  const SiteOf& site = large_site();
  for (auto _ : state) {
    const mcp::Server server(site.documents, "https://example.com", {"com.example/example", "Example", "Example"},
                             site.profile);
    benchmark::DoNotOptimize(&server);
  }
}
BENCHMARK(build)->Name("mcp_build_10000_items")->Unit(benchmark::kMillisecond);

void search_rare(benchmark::State& state) { call(state, "search_content", R"({"query":"zazaru wiruwi"})"); }
BENCHMARK(search_rare)->Name("mcp_search_10000_items/rare_words")->Unit(benchmark::kMicrosecond);

void search_frequent(benchmark::State& state) { call(state, "search_content", R"({"query":"baba beba tiba"})"); }
BENCHMARK(search_frequent)->Name("mcp_search_10000_items/frequent_words")->Unit(benchmark::kMicrosecond);

/// The longest query, with every hit: 200 characters.
std::string longest_query() {
  std::string query;
  Words words;
  while (query.size() < 190) query += words.next() + " ";
  return R"({"query":")" + query + R"(","limit":50})";
}
void search_longest(benchmark::State& state) { call(state, "search_content", longest_query()); }
BENCHMARK(search_longest)->Name("mcp_search_10000_items/longest_query")->Unit(benchmark::kMicrosecond);
void search_small(benchmark::State& state) { call(state, "search_content", longest_query(), small_site()); }
BENCHMARK(search_small)->Name("mcp_search_1000_items/longest_query")->Unit(benchmark::kMicrosecond);

/// Twelve words that no text has, each compared with the forms twice.
void search_missing(benchmark::State& state) {
  call(state, "search_content",
       R"({"query":"babaq bebeq tibaq dobaq rabaq lobaq mibaq subaq kabaq nebaq vobaq fibaq"})");
}
BENCHMARK(search_missing)->Name("mcp_search_10000_items/missing_words")->Unit(benchmark::kMicrosecond);

void list(benchmark::State& state) { call(state, "list_content", R"({"collection":"publications","limit":50})"); }
BENCHMARK(list)->Name("mcp_list_10000_items")->Unit(benchmark::kMicrosecond);

void known_slug(benchmark::State& state) {
  call(state, "get_content_item", R"({"collection":"publications","slug":"publication-5000"})");
}
BENCHMARK(known_slug)->Name("mcp_item_10000_items/known")->Unit(benchmark::kMicrosecond);

/// With the nearest slugs.
void unknown_slug(benchmark::State& state) {
  call(state, "get_content_item", R"({"collection":"publications","slug":"publication-of-another-site"})");
}
BENCHMARK(unknown_slug)->Name("mcp_item_10000_items/unknown")->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace agent_access
