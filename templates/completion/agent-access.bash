_agent_access() {
  local path='' words='' takes='' word current="${COMP_WORDS[COMP_CWORD]}"
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "${path:+$path }$word" in
{{#commands}}
{{^is_root}}
      '{{path}}') path='{{path}}' ;;
{{/is_root}}
{{/commands}}
    esac
  done
  case "$path" in
{{#commands}}
    '{{path}}') words='{{words}}'{{#takes}} takes={{kind}}{{/takes}} ;;
{{/commands}}
  esac
  case "${path:+$path }${COMP_WORDS[COMP_CWORD-1]}" in
{{#commands}}
{{#with_value}}
    '{{typed}}') takes={{kind}}{{#choices}} words='{{choices}}'{{/choices}} ;;
{{/with_value}}
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
