// Owns the completion script of bash. It works with bash 3.2 (macOS) and without the package bash-completion.
import { caseFunction, quoted, valueFunction } from './posix.ts';
import type { CompletionTables, Described, OfferedAfter, Value } from './tables.ts';

export function bashScript(tables: CompletionTables): string {
  return [
    '# Completes plenary in bash 3.2 and later. Written by `plenary completion bash`.',
    wordsFunction('words', tables.words),
    wordsFunction('flags', tables.flags),
    valueFunction(tables, textOf),
    caseFunction('__plenary_repeats', [[tables.repeatable, 'return 0']], 'return 1'),
    `__plenary_global_flags=${quoted(namesOf(tables.globalFlags))}`,
    `__plenary_topics=${quoted(namesOf(tables.topics))}`,
    functions,
  ].join('\n\n');
}

function wordsFunction(variable: string, rows: readonly OfferedAfter[]): string {
  const cases = rows.map(([words, offered]) => [[quoted(words)], `${variable}=${quoted(namesOf(offered))}`] as const);
  return caseFunction(`__plenary_${variable}`, cases, `${variable}=''`);
}

function namesOf(offered: readonly Described[]): string {
  return offered.map(([word]) => word).join(' ');
}

/** Names of files end in small or capital letters. */
function textOf([kind, ...words]: Value): string {
  const all = kind === 'file' ? words.flatMap((word) => [word, word.toUpperCase()]) : words;
  return [kind, ...all].join(' ');
}

// `compopt` came with bash 4. Without it, this adds the space after a word, and the quotes of a name.
const functions = `__plenary_offer() {
  [[ $1 == "$current"* ]] && COMPREPLY[\${#COMPREPLY[@]}]=\${1#"$split"}$space
  return 0
}

__plenary_offer_flags() {
  local flag flags
  __plenary_flags "$named"
  [[ -n $named ]] || flags='--version'
  for flag in $flags $__plenary_global_flags; do
    [[ $used == *" $flag "* ]] && ! __plenary_repeats "$flag" && continue
    __plenary_offer "$flag"
  done
}

# Names of files with one of these endings, and of folders; without endings or without such a file, of all files.
__plenary_offer_files() {
  local name file typed=\${current#"$prefix"} quote='' ending
  local -a folders files others
  folders=() files=() others=()
  case $typed in
    \\"* | \\'*) quote=\${typed:0:1} typed=\${typed:1} ;;
    *) typed=\${typed//\\\\/} ;;
  esac
  while IFS= read -r name; do
    file=$name
    [[ $name == '~/'* ]] && file=$HOME/\${name:2}
    if [[ -d $file ]]; then
      folders[\${#folders[@]}]=$name\${space:+/}
      continue
    fi
    others[\${#others[@]}]=$name
    for ending in "$@"; do
      [[ $name == *."$ending" ]] && files[\${#files[@]}]=$name
    done
  done < <(compgen -f -- "$typed")
  if ((\${#files[@]})); then others=("\${files[@]}"); elif [[ \${1-} == / ]] || { ((\${#folders[@]})) && (($#)); }; then others=(); fi
  if [[ -z $space ]]; then
    compopt -o filenames 2> /dev/null
    for name in \${folders[@]+"\${folders[@]}"} \${others[@]+"\${others[@]}"}; do
      name=$prefix$name
      COMPREPLY[\${#COMPREPLY[@]}]=\${name#"$split"}
    done
    return
  fi
  for name in \${folders[@]+"\${folders[@]}"} \${others[@]+"\${others[@]}"}; do
    file=$name
    if [[ -z $quote ]]; then
      printf -v file %q "$name"
      [[ $name == '~/'* ]] && file="~/\${file:3}"
      [[ $name == */ ]] || file+=' '
    fi
    file=$prefix$file
    COMPREPLY[\${#COMPREPLY[@]}]=\${file#"$split"}
  done
}

__plenary_offer_value() {
  local kind word rest program=plenary
  set -- $value
  kind=$1
  shift
  rest=\${current#"$prefix"}
  case $kind in
    words) for word in "$@"; do __plenary_offer "$prefix$word"; done ;;
    fields | order | condition)
      prefix+=\${rest%"\${rest##*,}"}
      [[ $kind == order && \${current#"$prefix"} == -* ]] && prefix+=-
      if [[ $kind == condition ]]; then
        if [[ -n $space ]]; then space=''; else compopt -o nospace 2> /dev/null; fi
      fi
      for word in "$@"; do __plenary_offer "$prefix$word"; done
      ;;
    file) __plenary_offer_files "$@" ;;
    folder) __plenary_offer_files / ;;
    local)
      [[ \${COMP_WORDS[0]} == */* ]] && program=\${COMP_WORDS[0]/#~\\//$HOME/}
      while IFS= read -r word; do
        printf -v word %q "$word"
        __plenary_offer "$prefix$word"
      done < <("$program" __complete "$1" 2> /dev/null < /dev/null)
      ;;
  esac
}

_plenary() {
  local IFS=$' \\t\\n' current='' split='' prefix='' space='' named='' wanted='' used=' ' helping='' ended=''
  local words value word joins='' at count=0 given=0
  local -a typed
  typed=() COMPREPLY=()
  type compopt > /dev/null 2>&1 || space=' '

  # Joins what readline has split at = and :, whose last part is to be completed.
  for ((at = 1; at <= COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]-}
    if ((count)) && [[ -n $word && -z \${word//[=:]/} ]]; then
      typed[count-1]+=$word joins=1
    elif [[ -n $joins && -n $word ]]; then
      typed[count-1]+=$word joins=''
    else
      typed[count++]=$word joins=''
    fi
  done
  ((count)) || return 0
  current=\${typed[count-1]}
  if [[ $current != [\\"\\']* ]]; then
    for word in = :; do
      [[ $COMP_WORDBREAKS == *$word* && $current == *$word* ]] || continue
      value=\${current%"\${current##*$word}"}
      ((\${#value} > \${#split})) && split=$value
    done
  fi

  for ((at = 0; at < count - 1; at++)); do
    word=\${typed[at]}
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
        if [[ $given != 0 || " $words " != *" $word "* ]]; then
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
    __plenary_offer_files
  elif [[ -n $wanted ]] && { __plenary_value "$named $wanted"; [[ $value != fields* || $current != -* ]]; }; then
    __plenary_offer_value
  elif [[ $current == --*=* ]]; then
    prefix=\${current%%=*}=
    __plenary_value "$named \${current%%=*}"
    __plenary_offer_value
  elif [[ $current == -* ]]; then
    __plenary_offer_flags
  elif [[ -n $words || -n $helping ]]; then
    ((given)) && return 0
    [[ -n $helping && -z $named ]] && words+=" $__plenary_topics"
    for word in $words; do __plenary_offer "$word"; done
  else
    __plenary_value "$named $((given + 1))"
    if [[ $value == none ]]; then __plenary_offer_flags; else __plenary_offer_value; fi
  fi
  return 0
}

if type compopt > /dev/null 2>&1; then
  complete -F _plenary plenary
else
  complete -o nospace -F _plenary plenary
fi
`;
