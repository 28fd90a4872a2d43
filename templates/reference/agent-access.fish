{{#commands}}
complete -c agent-access -f -n '__fish_use_subcommand; and not __fish_seen_subcommand_from{{#commands}} {{command}}{{/commands}}' -a '{{command}}' -d '{{doc}}'
{{#arguments}}
complete -c agent-access -n '__fish_seen_subcommand_from {{command}}'{{#is_file}} -F{{/is_file}}{{^is_file}} -f{{/is_file}}{{#is_folder}} -a '(__fish_complete_directories)'{{/is_folder}}{{#is_word}} -a '{{#values}}{{^is_first}} {{/is_first}}{{name}}{{/values}}'{{/is_word}}
{{/arguments}}
{{#options}}
complete -c agent-access -n '__fish_seen_subcommand_from {{command}}' -l '{{option}}' -d '{{doc}}'{{#takes_value}} -r{{#is_file}} -F{{/is_file}}{{^is_file}} -f{{/is_file}}{{#is_folder}} -a '(__fish_complete_directories)'{{/is_folder}}{{#is_word}} -a '{{#values}}{{^is_first}} {{/is_first}}{{name}}{{/values}}'{{/is_word}}{{/takes_value}}
{{/options}}
{{/commands}}
{{#options}}
complete -c agent-access -n '__fish_use_subcommand' -l '{{option}}' -d '{{doc}}'
{{/options}}
