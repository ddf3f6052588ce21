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

/**
 * Without an offer, PowerShell completes names of files, which an empty text prevents. It replaces
 * `$word`, which is only the end of `id,title`. Before 7.3, it leaves out an empty argument.
 */
const powershell = `# Completes plenary in PowerShell 5.1 and later.
# Written by \`plenary completion powershell\`.
Register-ArgumentCompleter -Native -CommandName plenary -ScriptBlock {
  param($word, $command, $cursor)
  $current = ''
  $words = @(foreach ($element in $command.CommandElements | Select-Object -Skip 1) {
    $start = $element.Extent.StartOffset
    if ($start -ge $cursor) { break }
    $isLast = $element.Extent.EndOffset -ge $cursor
    $text = $element.Extent.Text
    if ($isLast) { $text = $text.Substring(0, $cursor - $start) }
    $text = $text -replace '^[''"]|[''"]$'
    if ($isLast) { $current = $text } else { $text }
  })
  $typed = $word -replace '^[''"]|[''"]$'
  $before = if ($current.EndsWith($typed)) { $current.Length - $typed.Length } else { 0 }
  $last = $current
  if ($last -eq '' -and $PSVersionTable.PSVersion -lt [version]'7.3.0') { $last = '""' }
  $arguments = @('__complete', '--') + $words + $last
  $encoding = [Console]::OutputEncoding
  [Console]::OutputEncoding = [Text.UTF8Encoding]::new()
  try { $lines = @(& $command.GetCommandName() @arguments 2> $null) }
  finally { [Console]::OutputEncoding = $encoding }
  if ($lines.Count -eq 0) { return '' }
  if ($lines[0] -in ':files', ':folders') { return }
  foreach ($line in $lines) {
    $text, $about = $line -split '\\t', 2
    if (-not $about) { $about = $text }
    $inserted = $text.Substring($before)
    if ($inserted -match '[^\\w.:+/=@-]') {
      $code = [Management.Automation.Language.CodeGeneration]
      $inserted = "'$($code::EscapeSingleQuotedStringContent($inserted))'"
    }
    [Management.Automation.CompletionResult]::new($inserted, $text, 'ParameterValue', $about)
  }
}
`;

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish, powershell };
