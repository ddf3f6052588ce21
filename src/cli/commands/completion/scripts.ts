// Owns the completion scripts: each asks `plenary __complete` for the words, and completes names of
// files as its shell does.
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';

/** Commander refuses other shells. */
export async function printScript(
  { io }: Context,
  { shell }: { readonly shell: string },
): Promise<void> {
  await write(io.stdout, scripts[shell] ?? '');
}

/**
 * Without an offer, bash completes names of files, which `compopt` (bash 4) prevents. Readline
 * divides words at `=` and `:`.
 */
const bash = `# Completes plenary in bash 3.2 and later. Written by \`plenary completion bash\`.
_plenary() {
  local typed=\${COMP_LINE:0:COMP_POINT} current=\${COMP_WORDS[COMP_CWORD]}
  local word before options='+o default'
  local -a words
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}") COMPREPLY=()
  [[ $current == [=:] ]] && current=''
  typed=\${typed##*[[:space:]]} before=\${typed%"$current"}
  while IFS=$'\\t' read -r word _; do
    case $word in
      :files) options='-o default' ;;
      :folders) options+=' -o dirnames' ;;
      *)
        [[ $word == *= ]] && options+=' -o nospace'
        word=\${word#"$before"}
        [[ $word == *[^[:alnum:]_.,:/=+@-]* ]] && printf -v word %q "$word"
        COMPREPLY+=("$word")
        ;;
    esac
  done < <("\${COMP_WORDS[0]/#~\\//$HOME/}" __complete -- "\${words[@]//[\\"\\'\\\\]/}" \\
    2> /dev/null < /dev/null)
  compopt $options 2> /dev/null || true
}
complete -o default -F _plenary plenary
`;

const zsh = `#compdef plenary
# Completes plenary in zsh. Written by \`plenary completion zsh\`.
_plenary() {
  local line
  local -a offered nospace
  for line in "\${(@f)$(\${~\${(Q)words[1]}} __complete -- "\${(@Q)words[2,CURRENT]}" \\
    2> /dev/null < /dev/null)}"; do
    case $line in
      :files) compset -P '--*='; _files; return ;;
      :folders) compset -P '--*='; _files -/; return ;;
      *=$'\\t'*) nospace=(-S '') ;&
      ?*) offered+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  _describe plenary offered "\${nospace[@]}"
}
if [[ $funcstack[1] == _plenary ]]; then
  _plenary "$@"
else
  (($+functions[compdef])) || { autoload -Uz compinit && compinit -i -D }
  compdef _plenary plenary
fi
`;

const fish = `# Completes plenary in fish. Written by \`plenary completion fish\`.
function __plenary_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l flag (string match -r -- '^--[^=]*=' "$current")
  set -l path (string replace -r -- '^--[^=]*=' '' "$current")
  set -l program (string replace -r '^~/' "$HOME/" $words[1])
  set -e words[1]
  for line in ($program __complete -- $words "$current" 2> /dev/null < /dev/null)
    switch $line
      case :files
        complete -C "'' $path" | string replace -r -- '^' "$flag"
      case :folders
        complete -C "'' $path" | string match -r '.*/$' | string replace -r -- '^' "$flag"
      case '*'
        printf '%s\\n' $line
    end
  end
end
complete -c plenary -e
complete -c plenary -f -a '(__plenary_complete)'
`;

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish };
