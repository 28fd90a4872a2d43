complete -c agent-access -f -n '__fish_use_subcommand; and not __fish_seen_subcommand_from try init check completion' -a 'try' -d 'Test a service'
complete -c agent-access -n '__fish_seen_subcommand_from try' -f
complete -c agent-access -n '__fish_seen_subcommand_from try' -l 'help' -d 'Help'
complete -c agent-access -n '__fish_seen_subcommand_from try' -l 'only' -d 'A half' -r -f -a 'access discovery'
complete -c agent-access -n '__fish_seen_subcommand_from try' -l 'ca-file' -d 'A file' -r -F
complete -c agent-access -n '__fish_seen_subcommand_from try' -l 'folder' -d 'A folder' -r -f -a '(__fish_complete_directories)'
complete -c agent-access -n '__fish_seen_subcommand_from try' -l 'timeout' -d 'Seconds' -r -f
complete -c agent-access -f -n '__fish_use_subcommand; and not __fish_seen_subcommand_from try init check completion' -a 'init' -d 'Write `first` files'
complete -c agent-access -n '__fish_seen_subcommand_from init' -f -a '(__fish_complete_directories)'
complete -c agent-access -n '__fish_seen_subcommand_from init' -l 'ca-file' -d 'A file' -r -F
complete -c agent-access -f -n '__fish_use_subcommand; and not __fish_seen_subcommand_from try init check completion' -a 'check' -d 'Check a file'
complete -c agent-access -n '__fish_seen_subcommand_from check' -F
complete -c agent-access -f -n '__fish_use_subcommand; and not __fish_seen_subcommand_from try init check completion' -a 'completion' -d 'Print a script'
complete -c agent-access -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh'
complete -c agent-access -n '__fish_use_subcommand' -l 'help' -d 'Help'
complete -c agent-access -n '__fish_use_subcommand' -l 'version' -d 'It'\''s the version: [a line]'
