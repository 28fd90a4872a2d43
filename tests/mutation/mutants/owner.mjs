// What an owner is given: the first files.
import { of } from '../of.mjs'

export default [
  ...of('src/commands/init_command.cpp', ['commands'], [
    ['a secret that is there is written anew', 'const bool is_secret_kept = options.has_access && is_there(options.directory / kSecretName);', 'const bool is_secret_kept = false;'],
    ['the files before one that cannot be written stay', 'for (const auto& earlier : files.first(i)) std::filesystem::remove(folder / earlier.name, ignored);', '']
  ]),
  ...of('src/app/deployment/secret_files.cpp', ['app_deployment'], [
    ['a secret of one byte repeated is accepted', 'if (found.count() >= protocol::kSecretDifferentBytes) return {};', 'return {};'],
    ['a previous secret must be strong', 'if (use == SecretUse::current) return', 'if (use <= SecretUse::previous) return'],
  ]),
  ...of('src/tools/export/export_folder.cpp', ['tools'], [
    ['a file of somebody else is replaced', '!recorded_.contains(file.name) && ++foreign', 'recorded_.contains(file.name) && ++foreign'],
    ['a file behind a link is removed', 'if (names_.contains(name) || !is_own_file(name)) continue;', 'if (names_.contains(name)) continue;'],
    ['the record leads out of the folder', 'if (is_below(name)) names.emplace(name);', 'names.emplace(name);'],
  ]),
  ...of('src/tools/visits/log_line.cpp', ['tools_visits'], [
    ['a line behind any text counts', "if (start == std::string_view::npos || !is_line_prefix(line.substr(0, start))) return std::nullopt;", 'if (start == std::string_view::npos) return std::nullopt;'],
  ]),
]
