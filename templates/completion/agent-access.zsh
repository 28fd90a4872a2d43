#compdef agent-access
_agent_access() {
  local path_typed='' word
  local -a commands values options files
  for word in "${(@)words[2,CURRENT-1]}"; do
    case "${path_typed:+$path_typed }$word" in
{{#commands}}
{{^is_root}}
      '{{path}}') path_typed='{{path}}' ;;
{{/is_root}}
{{/commands}}
    esac
  done
  case "${path_typed:+$path_typed }${words[CURRENT-1]}" in
{{#commands}}
{{#with_value}}
    '{{typed}}') {{#is_file}}_files; {{/is_file}}{{#is_folder}}_files -/; {{/is_folder}}{{#choices}}compadd -- {{choices}}; {{/choices}}return ;;
{{/with_value}}
{{/commands}}
  esac
  case "$path_typed" in
{{#commands}}
    '{{path}}') commands=({{#below}} '{{name}}:{{doc}}'{{/below}} ) values=({{values}}) options=({{#options}} '{{name}}:{{doc}}'{{/options}} ){{#takes}}{{#is_folder}} files=(-/){{/is_folder}}{{/takes}} ;;
{{/commands}}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options
  elif (( ${#commands} )); then _describe command commands
  elif (( ${#values} )); then compadd -- $values
  else _files $files
  fi
}
if [[ $funcstack[1] == _agent-access ]]; then _agent_access "$@"; else compdef _agent_access agent-access; fi
