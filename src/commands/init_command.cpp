#include "commands/init_command.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <boost/json/object.hpp>
#include <deque>
#include <iostream>
#include <limits>
#include <set>
#include <span>

#include "app/config/access_table.hpp"
#include "app/config/setting_checks.hpp"
#include "app/config/setting_table.hpp"
#include "app/config/unit.hpp"
#include "app/deployment/secret_files.hpp"
#include "app/files/file_access.hpp"
#include "app/text/platform.hpp"
#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "base/base64url.hpp"
#include "base/text.hpp"
#include "commands/command_line.hpp"
#include "crypto/random.hpp"
#include "json/json_text.hpp"
#include "json/members.hpp"
#include "oauth/key_schedule.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/template.hpp"
#include "tools/import/site_import.hpp"

namespace agent_access::commands {
namespace {

constexpr std::string_view kSecretName = "secret";

/// A content or schema file and its asset. The schemas are next to the files, so that "$schema" refers to them.
struct InitialFile {
  std::string_view name;
  std::string_view asset;
};
constexpr std::string_view kProfileName = "profile.json";
constexpr std::string_view kSiteName = "site.json";
constexpr std::array kContent{InitialFile{kProfileName, "example/profile.json"},
                              InitialFile{kSiteName, "example/site.json"}, InitialFile{"faq.json", "example/faq.json"}};
constexpr std::array kSchemas{InitialFile{"profile.schema.json", "schemas/profile.schema.json"},
                              InitialFile{"site.schema.json", "schemas/site.schema.json"},
                              InitialFile{"faq.schema.json", "schemas/faq.schema.json"}};

/// Only what differs from the default is not commented out.
void append_setting(std::string& out, const app::Config& config, const app::Setting& setting) {
  static const app::Config kDefaults;
  const std::string value = app::render_value(config, setting);
  out.append("# ").append(setting.doc).append(".\n");
  out.append(value == app::render_value(kDefaults, setting) ? "#" : "").append(setting.key);
  out.append(" = ").append(value).append("\n");
}

constexpr std::string_view kOfProfile = "profile.";

/// The files of kContent or kSchemas that the site needs.
std::vector<InitialFile> needed(std::span<const InitialFile> files, bool has_access) {
  std::vector<InitialFile> needed(files.begin(), files.end());
  if (!has_access) std::erase_if(needed, [](const auto& file) { return file.name.starts_with(kOfProfile); });
  return needed;
}

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::symlink_status(path, ignored).type() != std::filesystem::file_type::not_found;
}

bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code ignored;
  return std::filesystem::equivalent(one, other, ignored);
}

app::Problems existing_files(const InitOptions& options) {
  app::Problems problems;
  std::vector<std::filesystem::path> names{kConfigName};
  for (const auto& content : kContent) names.emplace_back(content.name);
  for (const auto& schema : kSchemas) names.emplace_back(schema.name);
  for (const auto& source : options.sources) {
    if (!is_same_file(source, options.directory / source.filename())) names.push_back(source.filename());
  }
  for (const auto& name : names) {
    const auto path = options.directory / name;
    if (is_there(path)) problems.push_back(app::shown(path) + " exists already; nothing was written");
  }
  return problems;
}

/// Sources are copied to one folder, beside the files of kContent.
app::Problems unusable_names(const std::vector<std::filesystem::path>& sources) {
  app::Problems problems;
  std::set<std::string> taken{std::string(kConfigName), std::string(kSecretName)};
  for (const auto& file : kContent) taken.emplace(file.name);
  for (const auto& file : kSchemas) taken.emplace(file.name);
  for (const auto& source : sources) {
    if (std::filesystem::is_directory(source)) {
      problems.push_back(app::shown(source) + " is a folder; name its files");
    } else if (!taken.insert(source.filename().string()).second) {
      problems.push_back(app::shown(source) + ": another file in the folder has that name; rename it");
    }
  }
  return problems;
}

/// What prevents that a secret which is there already is kept, or nothing.
app::Problems unusable_secret(const std::filesystem::path& path) {
  std::vector<std::string> warnings;
  const auto secret = app::load_secret_file(path, warnings);
  app::print_lines(warnings, "agent-access: warning: ");
  if (secret) return {};
  return {secret.error(), app::shown(path) + " is there already and was kept; nothing was written"};
}

struct NewFile {
  std::string name;
  std::string_view content;
  app::FileMode mode = app::FileMode::everybody_may_read;
};

/// If one cannot be written, those before it are removed, so that another try does not find them.
base::Result<void, app::Problems> create_files(const std::filesystem::path& folder, std::span<const NewFile> files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto created = app::create_file(folder / files[i].name, files[i].content, files[i].mode);
    if (created) continue;
    std::error_code ignored;
    for (const auto& earlier : files.first(i)) std::filesystem::remove(folder / earlier.name, ignored);
    return base::Failure<app::Problems>({created.error() + "; no file was kept, remove the cause and try again"});
  }
  return {};
}

/// Copies of the sources that are not in the folder already.
base::Result<void, app::Problems> add_sources(const InitOptions& options, std::vector<NewFile>& files,
                                              std::deque<std::string>& texts) {
  for (const auto& source : options.sources) {
    if (is_same_file(source, options.directory / source.filename())) continue;
    const auto content = app::read_file(source, std::numeric_limits<std::size_t>::max());
    if (!content) return base::Failure<app::Problems>({content.error()});
    files.push_back({source.filename().string(), texts.emplace_back(base::text_of(content->bytes.reveal()))});
  }
  return {};
}

/// Content and schemas. `texts` keeps what is made here.
base::Result<void, app::Problems> add_content(const InitOptions& options, std::vector<NewFile>& files,
                                              std::deque<std::string>& texts) {
  if (options.sources.empty()) {
    for (const auto& [name, asset] : needed(kContent, options.has_access)) {
      files.push_back({std::string(name), templates::asset(asset)});
    }
  } else {
    if (options.has_access) files.push_back({std::string(kProfileName), options.profile});
    files.push_back({std::string(kSiteName), options.site});
    if (auto added = add_sources(options, files, texts); !added) return added;
  }
  for (const auto& [name, asset] : needed(kSchemas, options.has_access)) {
    files.push_back({std::string(name), texts.emplace_back(templates::filled(asset, {}))});
  }
  return {};
}

std::vector<std::string> chosen_base_urls(const InitOptions& options) {
  if (!options.base_urls.empty()) return options.base_urls;
  return {"https://example.com", "https://www.example.com"};
}

/// A folder of root that is closed to everybody but a group, as the Debian package makes for the group of the service:
/// that group reads the secret, so that a reload can read it anew.
bool is_of_service(const std::filesystem::path& folder) noexcept {
  struct stat status{};
  return ::geteuid() == 0 && ::stat(folder.c_str(), &status) == 0 && status.st_uid == 0 && status.st_gid != 0 &&
         (status.st_mode & (S_IWGRP | S_IRWXO)) == 0;
}

void print_what_was_written(const InitOptions& options, FirstSecret secret) {
  const auto path_of = [&](const auto& name) { return app::shown(options.directory / name); };
  std::vector<templates::View> sources;
  for (const auto& source : options.sources) sources.emplace_back().set("path", path_of(source.filename()));
  const auto paths_of = [&](std::span<const InitialFile> files) {
    std::vector<templates::View> paths;
    for (const auto& file : needed(files, options.has_access)) paths.emplace_back().set("path", path_of(file.name));
    return paths;
  };
  std::cout << templates::filled("commands/init.txt",
                                 templates::View()
                                     .set("program", app::program())
                                     .set("config", path_of(kConfigName))
                                     .set("folder", app::shown(options.directory))
                                     .set("serves", options.serves)
                                     .set("has_access", options.has_access)
                                     .set("secret", path_of(kSecretName))
                                     .set("is_secret_kept", secret == FirstSecret::kept)
                                     .set("is_of_service", is_of_service(options.directory))
                                     .set("is_windows", app::platform() == app::Platform::windows)
                                     .set("has_sources", !sources.empty())
                                     .set("examples", paths_of(sources.empty() ? std::span<const InitialFile>(kContent)
                                                                               : std::span<const InitialFile>()))
                                     .set("sources", sources)
                                     .set("profile", path_of(kProfileName))
                                     .set("site", path_of(kSiteName))
                                     .set("schemas", paths_of(kSchemas))
                                     .set("has_base_urls", !options.base_urls.empty())
                                     .set_optional("unit", app::unit_of(options.directory / kConfigName).value_or("")));
}

struct InitCommand : InitOptions {
  FromOptions from;
};

/// What the sources cannot decide for the owner: a name, a line, and the language.
std::string first_site(const boost::json::object& said) {
  const auto text_of = [&](std::string_view path, std::string_view otherwise) {
    const auto text = json::text_at(said, path);
    return text.empty() ? otherwise : text;
  };
  boost::json::object site{{"$schema", "./site.schema.json"}};
  if (const auto line = text_of("tagline", {}); !line.empty()) site["tagline"] = line;
  site["language"] = text_of("language", "en");
  if (const auto name = text_of("owner.name", {}); !name.empty()) site["owner"] = {{"name", name}};
  return json::pretty_json(site);
}

/// Whose profile it is; only the owner knows what else agents with a token may read.
std::string first_profile(const boost::json::object& said) {
  boost::json::object profile;
  if (const auto name = json::text_at(said, "owner.name"); !name.empty()) profile["name"] = name;
  return json::pretty_json(profile);
}

/// Reads the files of --from, and says what they have.
base::Result<void, app::Problems> read_from(InitCommand& options) {
  if (options.from.files.empty()) return {};
  if (auto problems = unusable_names(options.from.files); !problems.empty()) return base::Failure(std::move(problems));
  const auto first = tools::import_files({.paths = options.from.files, .publish = options.from.publish});
  if (!first) return base::Failure(first.error());
  for (const auto& line : first->report) std::cout << line << '\n';
  std::cout << '\n';
  options.sources = options.from.files;
  options.publish = options.from.publish;
  options.site = first_site(first->site);
  options.profile = first_profile(first->site);
  return {};
}

int run_init(InitCommand& options) {
  for (const auto& base_url : options.base_urls) {
    if (const auto complaint = app::check_base_url(base_url)) {
      std::cerr << "agent-access: " << *complaint << '\n';
      return 2;
    }
  }
  if (const auto read = read_from(options); !read) return app::fail(read.error());
  crypto::SystemRandom random;
  const auto secret = write_first_files(options, random);
  if (!secret) return app::fail(secret.error());
  print_what_was_written(options, *secret);
  return 0;
}

}  // namespace

std::string render_first_config(const InitOptions& options) {
  app::Config config;
  config.settings.has_profile = options.has_access;
  config.base_urls = chosen_base_urls(options);
  for (const auto& source : options.sources) config.sources.push_back(source.filename());
  config.publish = options.publish;
  // A new site has no reader who expects it without them.
  config.settings.conventions = {.ard = true, .page_markdown = true};
  std::string out =
      "# Configuration of agent-access. Lines that are commented out show the defaults.\n"
      "# Every key can be overridden by AGENT_ACCESS_<SECTION>_<KEY>. Relative paths start at this file's folder.\n"
      "# `agent-access check --config agent-access.toml` reports errors and prints a reverse-proxy snippet.\n\n";
  std::string_view section;
  for (const auto& setting : app::setting_table()) {
    if (setting.section != section) out.append("\n[").append(setting.section).append("]\n");
    section = setting.section;
    append_setting(out, config, setting);
  }
  return options.has_access ? out += app::render_access_example() : out;
}

base::Result<FirstSecret, app::Problems> write_first_files(const InitOptions& options, base::Random& random) {
  std::error_code error;
  std::filesystem::create_directories(options.directory, error);
  if (error)
    return base::Failure<app::Problems>({"cannot create " + app::shown(options.directory) + ": " + error.message()});
  if (auto existing = existing_files(options); !existing.empty()) {
    return base::Failure<app::Problems>(std::move(existing));
  }
  const bool is_secret_kept = options.has_access && is_there(options.directory / kSecretName);
  if (is_secret_kept) {
    auto problems = unusable_secret(options.directory / kSecretName);
    if (!problems.empty()) return base::Failure<app::Problems>(std::move(problems));
  }
  std::array<std::byte, oauth::kMinMasterSize> bytes{};
  if (!random.fill(bytes)) return base::Failure<app::Problems>({"the system's random generator failed"});
  auto secret = base::base64url_encode(bytes) + "\n";
  base::wipe(bytes);

  const auto mode = is_of_service(options.directory) ? app::FileMode::group_of_folder_reads : app::FileMode::owner_only;
  const auto config = render_first_config(options);
  // The secret first and the configuration last, so that there is never one without the files that it names.
  std::vector<NewFile> files;
  if (options.has_access && !is_secret_kept) files.push_back({std::string(kSecretName), secret, mode});
  std::deque<std::string> texts;
  if (auto added = add_content(options, files, texts); !added) return base::Failure(added.error());
  files.push_back({std::string(kConfigName), config});
  auto created = create_files(options.directory, files);
  base::wipe(std::as_writable_bytes(std::span(secret)));
  if (!created) return base::Failure<app::Problems>(created.error());
  if (!options.has_access) return FirstSecret::none;
  return is_secret_kept ? FirstSecret::kept : FirstSecret::written;
}

void add_init(CommandLine& line) {
  auto& command = add_command(line, "init", "Write a configuration, a secret and example content",
                              "init /etc/agent-access --base-url https://example.com");
  const auto options = std::make_shared<InitCommand>();
  options->serves = line.machine != nullptr;
  command.add_option("directory", options->directory, "The folder; created if it is missing")
      ->required()
      ->type_name("DIR");
  command.add_option("--base-url", options->base_urls, "An address of the site; repeat for more")->type_name("URL");
  command.add_flag_callback(
      "--no-access", [options] { options->has_access = false; },
      "Documents only, no tokens: writes no secret and no profile");
  options->from.add_to(command);
  set_run(line, command, options, run_init);
}

}  // namespace agent_access::commands
