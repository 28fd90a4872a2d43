_agent_access() {
  local path='' words='' takes='' word current="${COMP_WORDS[COMP_CWORD]}"
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "${path:+$path }$word" in
{{#commands}}
      '{{command}}') path='{{command}}' ;;
{{/commands}}
    esac
  done
  case "$path" in
    '') words='{{#commands}}{{command}} {{/commands}}{{#options}}--{{option}} {{/options}}' ;;
{{#commands}}
    '{{command}}') words='{{#arguments}}{{#values}}{{name}} {{/values}}{{/arguments}}{{#options}}--{{option}} {{/options}}'{{#arguments}} takes={{kind}}{{/arguments}} ;;
{{/commands}}
  esac
  case "${path:+$path }${COMP_WORDS[COMP_CWORD-1]}" in
{{#commands}}
{{#options}}
{{#takes_value}}
    '{{command}} --{{option}}') takes={{kind}}{{#is_word}} words='{{#values}}{{name}} {{/values}}'{{/is_word}} ;;
{{/takes_value}}
{{/options}}
{{/commands}}
  esac
  [[ $current != -* ]] || takes=word
  local IFS=$' \t\n'
  case "$takes" in
    file) IFS=$'\n'; COMPREPLY=($(compgen -f -- "$current")) ;;
    folder) IFS=$'\n'; COMPREPLY=($(compgen -d -- "$current")) ;;
    anything) COMPREPLY=() ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o filenames -F _agent_access agent-access
