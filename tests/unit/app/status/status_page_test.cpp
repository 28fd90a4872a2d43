#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>

#include "app/status/page/charts.hpp"
#include "app/status/page/status_page.hpp"
#include "app/text/text.hpp"
#include "support/golden.hpp"

namespace agent_access::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr auto kDay = std::chrono::sys_days(std::chrono::year{2026} / 1 / 31);
constexpr base::Seconds kNow = kDay + 12h;
/// A text that would be markup, if anything forgot to escape it.
constexpr std::string_view kHostile = R"(</code><script>alert("1")</script>&'")";
constexpr std::string_view kEscaped = "&lt;/code&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;";

StatusData nothing() {
  StatusData data;
  data.now = kNow;
  data.started = kNow - 3h - 5min;
  data.service.version = "1.0.0";
  data.service.snapshot_built = data.started;
  return data;
}

std::string page_of(const StatusData& data, Refresh refresh = Refresh::off) {
  return render_status_html(data, refresh);
}

KeyRow key(std::string id, std::string state, base::Seconds from, base::Seconds until) {
  return {std::move(id), std::move(state), from, until, from - 1h, until + 1h};
}

/// Something in every part of the page.
StatusData everything() {
  auto data = nothing();
  data.service = {"1.0.0", {"https://example.com"}, true, 7, kNow - 90s, 2, 3, 0, kNow + 720h};
  for (int minute = 0; minute < 60; ++minute) {
    data.minutes.push_back(
        {.time = std::chrono::floor<std::chrono::minutes>(kNow) - std::chrono::minutes{59 - minute}});
  }
  data.minutes[1].requests = 200;
  data.minutes[1].refused = 50;
  data.minutes[2].requests = 1;
  data.latency = {1500us, 85us, 2s};
  data.since_start.tokens = 5;
  data.total = {.requests = 12345,
                .registrations = 1234,
                .tokens = 77,
                .profiles = 1,
                .routes = {{"token", 100}, {"register", 50}},
                .statuses = {{"2xx", 12000}, {"4xx", 345}},
                .refusals = {{"unknown_path", 3}, {"unknown & new", 1}},
                .agents = {{"curl", 5}, {"Someone's <agent>", 7}},
                .reads = {{"/data/", 2000}, {"/papers/", 1}},
                .refused = {{"/data/", 7}}};
  for (int route = 0; route < 14; ++route) data.total.routes["route " + std::to_string(route)] = 10;
  data.days[kDay - std::chrono::days{40}] = data.total;
  data.days[kDay] = data.total;
  data.is_kept = true;
  data.agent_kinds = {{"curl", "tool"}, {"Someone's <agent>", "unknown"}};
  data.limits = {1, 2000, 3, 4, 1536, 64 << 20, 5, 6};
  data.keys = {key("old", "published", kNow - 48h, kNow - 1h), key("now", "signs", kNow - 1h, kNow + 23h),
               key("next", "next", kNow + 23h, kNow + 47h), key("former", "published", kNow - 3h, kNow - 3h)};
  data.keys.push_back(
      {"pem", "signs", base::Seconds::min(), base::Seconds::max(), base::Seconds::min(), base::Seconds::max()});
  data.next_rotation = kNow + 23h;
  data.settings = {{"a.default", "1", "default"},
                   {"b.own", "\"2\"", "agent-access.toml:3"},
                   {"c.changed", "3", "default", false, true}};
  data.recent = {{"12:00", "warn", "overload", "a=1"}, {"12:01", "error", "no <disk>", "path=\"/x\""}};
  return data;
}

TEST(GoldenStatusPage, IsTheSameByteForByte) {
  test::expect_golden("tests/unit/app/status/golden/empty.html", page_of(nothing()));
  test::expect_golden("tests/unit/app/status/golden/everything.html", page_of(everything(), Refresh::each_minute));
  auto data = nothing();
  data.are_agents_counted = false;
  data.service.base_urls = {"https://example.com"};
  data.limits.memory_limit = 1 << 20;
  data.days[kDay] = {
      .requests = 1, .routes = {}, .statuses = {}, .refusals = {}, .agents = {}, .reads = {}, .refused = {}};
  test::expect_golden("tests/unit/app/status/golden/little.html", page_of(data));
}

TEST(StatusPage, EscapesEveryText) {
  auto data = nothing();
  const std::string hostile(kHostile);
  data.service.version = hostile;
  data.service.base_urls = {hostile};
  data.total.agents = {{hostile, 1}};
  data.agent_kinds = {{hostile, hostile}};
  data.total.refusals = {{hostile, 1}};
  data.total.routes = {{hostile, 1}};
  data.total.reads = {{hostile, 1}};
  data.total.statuses = {{hostile, 1}};
  data.settings = {{hostile, hostile, hostile}};
  data.recent = {{hostile, "warn", hostile, hostile}, {hostile, hostile, hostile, hostile}};
  data.keys = {key(hostile, "signs", kNow - 1h, kNow + 1h)};
  const auto html = page_of(data);
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("\"1\"")));
  std::size_t escaped = 0;
  for (auto place = html.find(kEscaped); place != std::string::npos; place = html.find(kEscaped, place + 1)) ++escaped;
  EXPECT_EQ(escaped, 19U);

  const auto json = boost::json::parse(render_status_json(data)).as_object();
  EXPECT_EQ(json.at("version").as_string(), kHostile);
  EXPECT_EQ(json.at("log").at("recent").at(0).at("fields").as_string(), kHostile);
  EXPECT_EQ(json.at("settings").at(0).at("value").as_string(), kHostile);
  EXPECT_EQ(json.at("total").at("refusals").at(kHostile).as_int64(), 1);
}

TEST(StatusPage, ShowsGatedDocumentsAndGatesIfThereAreAny) {
  auto data = nothing();
  EXPECT_THAT(page_of(data), Not(HasSubstr("Gated documents and gates")));
  EXPECT_THAT(render_status_json(data), HasSubstr(R"("resources":[],)"));
  data.total.reads = {{"/data/", 2000}, {"/api/agent/papers/", 1}};
  data.total.refused = {{"/data/", 7}, {"/other/", 1}};
  const auto html = page_of(data);
  EXPECT_THAT(html, HasSubstr("Gated documents and gates"));
  EXPECT_THAT(html, HasSubstr("7 refused"));
  EXPECT_THAT(html, HasSubstr("2,000"));
  EXPECT_THAT(render_status_json(data),
              HasSubstr(R"("resources":[{"path":"/api/agent/papers/","reads":1,"refused":0},)"
                        R"({"path":"/data/","reads":2000,"refused":7},{"path":"/other/","reads":0,"refused":1}],)"));
}

TEST(StatusPage, SaysInWordsWhyRequestsWereRefused) {
  auto data = nothing();
  data.total.refusals = {{"unknown_path", 3}, {"rate_limited_address", 2}, {"invalid_signature", 1}};
  const auto html = page_of(data);
  EXPECT_THAT(html, HasSubstr(R"(No such resource <span class="detail">unknown_path</span>)"));
  EXPECT_THAT(html, HasSubstr(R"(Too many requests <span class="detail">rate_limited_address</span>)"));
  EXPECT_THAT(html, HasSubstr(R"(The access token is invalid <span class="detail">invalid_signature</span>)"));
}

TEST(StatusPage, LoadsNothingAndRunsNothing) {
  const auto html = page_of(nothing());
  for (const auto* absent : {"<script", "src=", "url(", "@import", " style=", "http:", "https:"}) {
    EXPECT_THAT(html, Not(HasSubstr(absent)));
  }
  EXPECT_THAT(html, Not(HasSubstr("http-equiv")));
  EXPECT_THAT(page_of(nothing(), Refresh::each_minute), HasSubstr(R"(<meta http-equiv="refresh" content="60">)"));
}

TEST(StatusJson, HasTimesKeysAndNulls) {
  auto data = nothing();
  data.latency.p50 = 1500us;
  data.keys = {key("one", "signs", kNow - 1h, kNow + 1h), key("old", "published", kNow - 2h, kNow - 2h)};
  data.keys.front().published_until = base::Seconds::max();
  const auto json = boost::json::parse(render_status_json(data)).as_object();
  EXPECT_EQ(json.at("now").as_string(), "2026-01-31T12:00:00Z");
  EXPECT_EQ(json.at("uptime_seconds").as_int64(), 11100);
  EXPECT_EQ(boost::json::serialize(json.at("latency_us")), R"({"p50":1500,"p90":null,"p99":null})");
  EXPECT_EQ(boost::json::serialize(json.at("keys")),
            R"([{"kid":"one","state":"signs","signs_from":"2026-01-31T11:00:00Z","signs_until":"2026-01-31T13:00:00Z",)"
            R"("published_from":"2026-01-31T10:00:00Z","published_until":null},)"
            R"({"kid":"old","state":"published","signs_from":null,"signs_until":null,)"
            R"("published_from":"2026-01-31T09:00:00Z","published_until":"2026-01-31T11:00:00Z"}])");
  EXPECT_TRUE(json.at("next_rotation").is_null());
}

TEST(StatusText, HasUnitsForPeople) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(999), "999");
  EXPECT_EQ(number_text(1'000), "1,000");
  EXPECT_EQ(number_text(1'234'567), "1,234,567");
  EXPECT_EQ(counted(1, "request"), "1 request");
  EXPECT_EQ(counted(2, "request"), "2 requests");
  EXPECT_EQ(duration_text(85us), "85 µs");
  EXPECT_EQ(duration_text(1200us), "1.2 ms");
  EXPECT_EQ(duration_text(25ms), "25 ms");
  EXPECT_EQ(duration_text(1s), "1.0 s");
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(64 * 1024 * 1024), "64 MiB");
  EXPECT_EQ(bytes_text(2048ULL * 1024 * 1024 * 1024), "2048 GiB");
}

TEST(BarTable, HasTheMostFirstAndTheRestTogether) {
  const auto html = bar_table("Name", "Count", {{"a", "", 5}, {"b", "kind", 20}, {"c", "", 1}, {"d", "", 2}}, 2);
  EXPECT_LT(html.find(">b <span class=\"detail\">kind</span>"), html.find(">a<svg"));
  EXPECT_THAT(html, HasSubstr("2 others"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">3</td>"));
  EXPECT_THAT(html, HasSubstr(R"(<rect class="fill" width="25.0" height="8"/>)")) << "5 of 20";
}

TEST(RateChart, ScalesToTheHighestMinute) {
  std::vector<MinuteRates::Minute> minutes;
  for (int minute = 0; minute < 60; ++minute) {
    minutes.push_back({.time = std::chrono::floor<std::chrono::minutes>(kNow) + std::chrono::minutes{minute}});
  }
  minutes[1].requests = 200;
  minutes[1].refused = 50;
  minutes[2].requests = 100;
  const auto html = rate_chart(minutes);
  EXPECT_THAT(html, HasSubstr("peak: 200 per minute"));
  EXPECT_THAT(html, HasSubstr(R"(aria-label="300 requests in the last hour, by minute")"));
  EXPECT_THAT(html, HasSubstr(R"(<title>12:01: 200 requests, 50 refused</title>)"
                              R"(<rect class="requests" x="11.0" y="0.0" width="8.0" height="100.0"/>)"
                              R"(<rect class="refused" x="11.0" y="75.0" width="8.0" height="25.0"/>)"));
  EXPECT_THAT(html, HasSubstr(R"(<rect class="requests" x="21.0" y="50.0" width="8.0" height="50.0"/>)"));
}

TEST(KeyChart, PlacesPeriodsOnOneLineOfTime) {
  // From kNow - 24 h to kNow + 24 h, as the keys lie within that.
  const auto html = key_chart({key("one", "signs", kNow - 11h, kNow + 11h)}, kNow);
  EXPECT_THAT(html, HasSubstr(R"(<rect class="published" x="250.0" y="2.0" width="500.0" height="12.0"/>)"));
  EXPECT_THAT(html, HasSubstr(R"(<rect class="signs" x="270.8" y="2.0" width="458.3" height="12.0"/>)"));
  EXPECT_THAT(html, HasSubstr(R"(<rect class="now" x="499.0" y="0.0" width="2.0" height="16.0"/>)"));
  EXPECT_THAT(html, HasSubstr("signs until 2026-01-31T23:00:00Z"));
}

TEST(KeyChart, HoldsKeysWithoutAnEnd) {
  const KeyRow pem{
      "pem", "signs", base::Seconds::min(), base::Seconds::max(), base::Seconds::min(), base::Seconds::max()};
  const auto html = key_chart({pem}, kNow);
  EXPECT_THAT(html, HasSubstr(R"(<rect class="signs" x="0.0" y="2.0" width="1000.0" height="12.0"/>)"));
  EXPECT_THAT(html, HasSubstr("from a PEM file, without an end"));
}

}  // namespace
}  // namespace agent_access::app
