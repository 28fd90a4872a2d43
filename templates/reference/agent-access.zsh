#compdef agent-access
_agent_access() {
  local path_typed='' word
  local -a commands values options files
  for word in "${(@)words[2,CURRENT-1]}"; do
    case "${path_typed:+$path_typed }$word" in
{{#commands}}
      '{{command}}') path_typed='{{command}}' ;;
{{/commands}}
    esac
  done
  case "${path_typed:+$path_typed }${words[CURRENT-1]}" in
{{#commands}}
{{#options}}
{{#takes_value}}
    '{{command}} --{{option}}') {{#is_file}}_files; {{/is_file}}{{#is_folder}}_files -/; {{/is_folder}}{{#is_word}}compadd --{{#values}} {{name}}{{/values}}; {{/is_word}}return ;;
{{/takes_value}}
{{/options}}
{{/commands}}
  esac
  case "$path_typed" in
    '') commands=({{#commands}} '{{command}}:{{doc}}'{{/commands}} ) options=({{#options}} '--{{option}}:{{doc}}'{{/options}} ) ;;
{{#commands}}
    '{{command}}') values=({{#arguments}}{{#values}} {{name}}{{/values}}{{/arguments}} ) options=({{#options}} '--{{option}}:{{doc}}'{{/options}} ){{#arguments}}{{#is_folder}} files=(-/){{/is_folder}}{{/arguments}} ;;
{{/commands}}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options
  elif (( ${#commands} )); then _describe command commands
  elif (( ${#values} )); then compadd -- $values
  else _files $files
  fi
}
if [[ $funcstack[1] == _agent-access ]]; then _agent_access "$@"; else compdef _agent_access agent-access; fi
