_agent_access() {
  local path='' words='' takes='' word current="${COMP_WORDS[COMP_CWORD]}"
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "${path:+$path }$word" in
      'try') path='try' ;;
      'init') path='init' ;;
      'check') path='check' ;;
      'completion') path='completion' ;;
    esac
  done
  case "$path" in
    '') words='try init check completion --help --version ' ;;
    'try') words='--help --only --ca-file --folder --timeout ' takes=anything ;;
    'init') words='--ca-file ' takes=folder ;;
    'check') words='' takes=file ;;
    'completion') words='bash zsh ' takes=word ;;
  esac
  case "${path:+$path }${COMP_WORDS[COMP_CWORD-1]}" in
    'try --only') takes=word words='access discovery ' ;;
    'try --ca-file') takes=file ;;
    'try --folder') takes=folder ;;
    'try --timeout') takes=anything ;;
    'init --ca-file') takes=file ;;
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
