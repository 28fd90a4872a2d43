// What an owner is given, and what is taken from the owner's files.
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
  ...of('src/app/deployment/source_files.cpp', ['app_deployment'], [
    ['a source below content.root is read', 'if (!root.empty() && is_inside(canonical_or_empty(path), root)) {', 'if (root.empty() && is_inside(canonical_or_empty(path), root)) {'],
    ['a confidential source is read', 'const auto what = confidential.find(path, bytes);', 'const auto what = confidential.find({}, {});'],
    ['sources have any size together', 'const bool was_too_large = size_ > kMostTogether;', 'const bool was_too_large = size_ > kMostTogether; size_ = 0;'],
  ], ['conformance/sources.test.mjs']),
  ...of('src/app/deployment/content_files.cpp', [], [
    ['site.json publishes the number that a source withholds', 'if (numbers.empty()) return warnings;', 'return warnings;'],
  ], ['conformance/sources.test.mjs']),
  ...of('src/site/sources/item_index.cpp', ['sources'], [
    ['works with other DOIs are one', 'if (text_in(item, "doi").empty()) texts.push_back(title_text(text, true));', 'texts.push_back(title_text(text, true));'],
  ]),
  ...of('src/site/sources/joined_site.cpp', ['sources'], [
    ['two persons are one', 'if (comparison_form(text_of(one, "owner.name")) != comparison_form(text_of(other, "owner.name"))) {', 'if (text_of(one, "owner.name").empty()) {'],
    ['works of two sources are found by their keys', 'Joint joint(joined.site, false);', 'Joint joint(joined.site, true);'],
    ['a source publishes the number that another one withholds', 'if (all.empty()) return;', 'return;'],
  ]),
  ...of('src/site/sources/resumes/cv_builder.cpp', ['sources'], [
    ['a reference with a date stands among works', "!bj::serialize(entry).contains('@')", 'true'],
  ]),
  ...of('src/site/sources/resumes/entry_label.cpp', ['sources'], [
    ['a label with unknown words means what the others say', 'if (longest.first == 0) return {};', 'if (longest.first == 0) return kMeanings.at(first).member;'],
  ]),
  ...of('src/site/sources/resumes/withheld_number.cpp', ['sources'], [
    ['a number written with marks is published', "base::kind_of(code) == base::LetterKind::word && !digits.ends_with(' ')", "code != U' '"],
    ['what is left out is said to be published', 'if (size > most) origins.clear();', ''],
  ]),
  ...of('src/site/sources/texts/foreign_text.cpp', ['sources'], [
    ['the name of a file is an address', '!has_word(kFiles, label)', 'label != kFiles'],
  ]),
  ...of('src/tools/export/export_folder.cpp', ['tools'], [
    ['a file of somebody else is replaced', '!recorded_.contains(file.name) && ++foreign', 'recorded_.contains(file.name) && ++foreign'],
    ['a file behind a link is removed', 'if (names_.contains(name) || !is_own_file(name)) continue;', 'if (names_.contains(name)) continue;'],
    ['the record leads out of the folder', 'if (is_below(name)) names.emplace(name);', 'names.emplace(name);'],
  ]),
  ...of('src/tools/visits/log_reader.cpp', ['tools_visits'], [
    ['a line behind any text counts', 'const auto text = without_prefix(line);', "const auto text = line.substr(std::min(line.find('{'), line.size()));"],
  ]),
  ...of('src/tools/visits/visit_counts.cpp', ['tools_visits'], [
    ['a proxy that names no client is the client', 'return proxies_.contains(client) ? std::nullopt : std::optional(client);', 'return client;'],
    ['masked addresses are compared with lists', 'if (is_round && visits.addresses.are_masked()) return AddressVerdict::masked;', ''],
  ]),
]
