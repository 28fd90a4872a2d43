{{#lines}}
{{#command}}
complete -c agent-access -f -n '{{condition}}' -a '{{name}}' -d '{{doc}}'
{{/command}}
{{#argument}}
complete -c agent-access -n '{{condition}}'{{#is_file}} -F{{/is_file}}{{^is_file}} -f{{/is_file}}{{#is_folder}} -a '(__fish_complete_directories)'{{/is_folder}}{{#choices}} -a '{{choices}}'{{/choices}}
{{/argument}}
{{#option}}
complete -c agent-access -n '{{condition}}' -l '{{name}}' -d '{{doc}}'{{#value}} -r{{#is_file}} -F{{/is_file}}{{^is_file}} -f{{/is_file}}{{#is_folder}} -a '(__fish_complete_directories)'{{/is_folder}}{{#choices}} -a '{{choices}}'{{/choices}}{{/value}}
{{/option}}
{{/lines}}
