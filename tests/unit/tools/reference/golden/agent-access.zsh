#compdef agent-access
_agent_access() {
  local path_typed='' word
  local -a commands values options files
  for word in "${(@)words[2,CURRENT-1]}"; do
    case "${path_typed:+$path_typed }$word" in
      'try') path_typed='try' ;;
      'init') path_typed='init' ;;
      'check') path_typed='check' ;;
      'completion') path_typed='completion' ;;
    esac
  done
  case "${path_typed:+$path_typed }${words[CURRENT-1]}" in
    'try --only') compadd -- access discovery; return ;;
    'try --ca-file') _files; return ;;
    'try --folder') _files -/; return ;;
    'try --timeout') return ;;
    'init --ca-file') _files; return ;;
  esac
  case "$path_typed" in
    '') commands=( 'try:Test a service' 'init:Write `first` files' 'check:Check a file' 'completion:Print a script' ) options=( '--help:Help' '--version:It'\''s the version: [a line]' ) ;;
    'try') values=( ) options=( '--help:Help' '--only:A half' '--ca-file:A file' '--folder:A folder' '--timeout:Seconds' ) ;;
    'init') values=( ) options=( '--ca-file:A file' ) files=(-/) ;;
    'check') values=( ) options=( ) ;;
    'completion') values=( bash zsh ) options=( ) ;;
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options
  elif (( ${#commands} )); then _describe command commands
  elif (( ${#values} )); then compadd -- $values
  else _files $files
  fi
}
if [[ $funcstack[1] == _agent-access ]]; then _agent_access "$@"; else compdef _agent_access agent-access; fi
