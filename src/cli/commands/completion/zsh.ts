// Owns the completion script of zsh. It is sourced, or found in `fpath` as `_plenary`.
import { caseFunction, quoted, valueFunction } from './posix.ts';
import type { CompletionTables, Described, OfferedAfter } from './tables.ts';

export function zshScript(tables: CompletionTables): string {
  return [
    '#compdef plenary\n# Completes plenary in zsh. Written by `plenary completion zsh`.',
    listFunction('words', tables.words),
    listFunction('flags', tables.flags),
    valueFunction(tables, (value) => value.join(' ')),
    caseFunction('__plenary_repeats', [[tables.repeatable, 'return 0']], 'return 1'),
    caseFunction(
      '__plenary_shared',
      [
        [['flags'], `found=(${described(tables.globalFlags)})`],
        [['topics'], `found=(${described(tables.topics)})`],
      ],
      'found=()',
    ),
    functions,
  ].join('\n\n');
}

function listFunction(name: string, rows: readonly OfferedAfter[]): string {
  const cases = rows.map(([words, offered]) => [[quoted(words)], `found=(${described(offered)})`] as const);
  return caseFunction(`__plenary_${name}`, cases, 'found=()');
}

/** For `_describe`: each word with its description after a colon. */
function described(offered: readonly Described[]): string {
  return offered.map(([word, description]) => quoted(`${word}:${description}`)).join(' ');
}

const functions = `__plenary_offer_flags() {
  local each
  local -a found offered
  __plenary_flags $named
  offered=($found)
  __plenary_shared flags
  offered+=($found)
  [[ -n $named ]] || offered+=('--version:print the version')
  found=()
  for each in $offered; do
    [[ $used == *" \${each%%:*} "* ]] && ! __plenary_repeats \${each%%:*} && continue
    found+=($each)
  done
  _describe -o -t flags flag found
}

__plenary_offer_value() {
  local kind=\${value%% *} program=plenary
  local -a found
  found=(\${=value})
  shift found
  case $kind in
    words) compadd -- $found ;;
    fields | order | condition)
      [[ $kind == condition ]] || compset -P '*,'
      [[ $kind == order ]] && compset -P -
      if [[ $kind == condition ]]; then compadd -q -S = -- $found; else compadd -- $found; fi
      ;;
    file)
      # Without a bar, parentheses at the end would be qualifiers.
      if (($#found)); then _files -g "*.(#i)(\${(j:|:)found}|$found[1])"; else _files; fi
      ;;
    folder) _files -/ ;;
    local)
      [[ $words[1] == */* ]] && program=\${~\${(Q)words[1]}}
      kind=$found[1]
      found=("\${(@f)$("$program" __complete $kind 2> /dev/null < /dev/null)}")
      compadd -V $kind -- \${found:#}
      ;;
  esac
}

_plenary() {
  local named='' wanted='' used=' ' helping='' ended='' value word at given=0
  local -a found

  for ((at = 2; at < CURRENT; at++)); do
    word=\${(Q)words[at]}
    if [[ -n $wanted ]]; then
      __plenary_value "$named $wanted"
      wanted=''
      [[ $value == fields* && $word == -* ]] || continue
    fi
    case $word in
      --) ended=1 && break ;;
      --*=*) used+="\${word%%=*} " ;;
      -?*)
        used+="$word "
        __plenary_value "$named $word"
        [[ $value == none ]] || wanted=$word
        ;;
      *)
        __plenary_words "$named"
        if ((given)) || ((! \${found[(I)\${(b)word}:*]})); then
          ((given += 1))
        elif [[ -z $named && $word == help ]]; then
          helping=1
        else
          named+=\${named:+ }$word
        fi
        ;;
    esac
  done

  __plenary_words "$named"
  if [[ -n $ended ]]; then
    _files
  elif [[ -n $wanted ]] && { __plenary_value "$named $wanted"; [[ $value != fields* || $PREFIX != -* ]] }; then
    __plenary_offer_value
  elif [[ $PREFIX == --*=* ]]; then
    __plenary_value "$named \${PREFIX%%=*}"
    IPREFIX+=\${PREFIX%%=*}=
    PREFIX=\${PREFIX#*=}
    __plenary_offer_value
  elif [[ $PREFIX == -* ]]; then
    __plenary_offer_flags
  elif (($#found)) || [[ -n $helping ]]; then
    ((given)) && return 1
    _describe -t commands command found
    if [[ -n $helping && -z $named ]]; then
      __plenary_shared topics
      _describe -t topics topic found
    fi
  else
    __plenary_value "$named $((given + 1))"
    if [[ $value == none ]]; then __plenary_offer_flags; else __plenary_offer_value; fi
  fi
}

if [[ $funcstack[1] == _plenary ]]; then
  _plenary "$@"
else
  (($+functions[compdef])) || { autoload -Uz compinit && compinit -i -D }
  compdef _plenary plenary
fi
`;
