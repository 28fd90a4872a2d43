// What an owner is given: the first files.
import { of } from '../of.mjs'

export default [
  ...of('src/commands/init_command.cpp', ['commands'], [
    ['the files before one that cannot be written stay', 'for (const auto& earlier : files.first(i)) std::filesystem::remove(folder / earlier.name, ignored);', '']
  ])
]
