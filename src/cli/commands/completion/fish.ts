// Owns the completion script of fish.
import type { CompletionTables, Described, OfferedAfter } from './tables.ts';

export function fishScript(tables: CompletionTables): string {
  return [
    '# Completes plenary in fish. Written by `plenary completion fish`.',
    listFunction('words', tables.words),
    listFunction('flags', tables.flags),
    listFunction('shared', [
      ['flags', tables.globalFlags],
      ['topics', tables.topics],
    ]),
    valueFunction(tables),
    functions.replace('REPEATABLE', tables.repeatable.join(' ')),
  ].join('\n\n');
}

function listFunction(name: string, rows: readonly OfferedAfter[]): string {
  return switchFunction(
    `__plenary_${name}`,
    rows.map(([words, offered]) => [quoted(words), `printf '%s\\t%s\\n' ${described(offered)}`]),
  );
}

function described(offered: readonly Described[]): string {
  return offered.map(([word, description]) => `${quoted(word)} ${quoted(description)}`).join(' ');
}

/** Prints what a value is. */
function valueFunction({ values }: CompletionTables): string {
  const rows = values.map(([places, value]) => {
    const patterns = places.map(({ command = '*', name }) => quoted(`${command} ${name}`));
    return [patterns.join(' '), `printf '%s\\n' ${value.map(quoted).join(' ')}`] as const;
  });
  return switchFunction('__plenary_value', [...rows, [quoted('*'), 'echo none']]);
}

function switchFunction(name: string, rows: readonly (readonly [patterns: string, command: string])[]): string {
  const cases = rows.map(([patterns, command]) => `    case ${patterns}\n      ${command}`);
  return [`function ${name}`, '  switch "$argv[1]"', ...cases, '  end', 'end'].join('\n');
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

// `complete -C "'' …"` completes a file's name as fish does itself.
const functions = `function __plenary_offer_files
  set -l typed $argv[1]
  set -l found (complete -C "'' $typed")
  if test "$argv[2]" = /
    string match -r '.*/$' -- $found
  else if test (count $argv) -gt 1
    set -l ending (string join '|' -- $argv[2..-1])
    string match -ri ".*\\.(?:$ending)\\$|.*/\\$" -- $found; or printf '%s\\n' $found
  else
    printf '%s\\n' $found
  end
end

function __plenary_offer_flags
  for line in (__plenary_flags $argv[1]) (__plenary_shared flags)
    set -l flag (string split -f 1 \\t -- $line)
    contains -- $flag $argv[2..-1]; and not contains -- $flag REPEATABLE; and continue
    printf '%s\\n' $line
  end
  test -n "$argv[1]"; or printf '--version\\tprint the version\\n'
end

# Arguments: what was typed before the value in its word, the rest of the word, what the value is
function __plenary_offer_value
  set -l before $argv[1]
  set -l typed $argv[2]
  set -l offered $argv[4..-1]
  switch $argv[3]
    case words
      printf '%s\\n' $before$offered
    case fields order
      set before $before(string replace -r '[^,]*$' '' -- $typed)
      if test $argv[3] = order; and string match -q -r '(^|,)-[^,]*$' -- $typed
        set before $before-
      end
      printf '%s\\n' $before$offered
    case condition
      printf '%s\\n' $before$offered=
    case file
      for name in (__plenary_offer_files $typed $offered)
        printf '%s\\n' $before$name
      end
    case folder
      for name in (__plenary_offer_files $typed /)
        printf '%s\\n' $before$name
      end
    case local
      set -l program plenary
      set -l command (commandline -opc)[1]
      string match -q '*/*' -- $command; and set program $command
      for word in ($program __complete $offered[1] 2> /dev/null < /dev/null)
        printf '%s\\n' $before$word
      end
  end
end

function __plenary_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l named ''
  set -l wanted ''
  set -l used
  set -l given 0
  set -l helping 0
  set -e words[1]
  for word in $words
    if test -n "$wanted"
      set -l value (__plenary_value "$named $wanted")
      set wanted ''
      if not string match -q -- '-*' $word; or test $value[1] != fields
        continue
      end
    end
    switch $word
      case --
        __plenary_offer_files $current
        return
      case '--*=*'
        set -a used (string split -m 1 -f 1 = -- $word)
      case '-?*'
        set -a used $word
        if test (__plenary_value "$named $word")[1] != none
          set wanted $word
        end
      case '*'
        if test $given -gt 0; or not string match -q -- $word\\t'*' (__plenary_words "$named")
          set given (math $given + 1)
        else if test -z "$named" -a $word = help
          set helping 1
        else
          set named (string trim "$named $word")
        end
    end
  end

  if test -n "$wanted"
    set -l value (__plenary_value "$named $wanted")
    if test $value[1] != fields; or not string match -q -- '-*' $current
      __plenary_offer_value '' "$current" $value
      return
    end
  end
  set -l offered (__plenary_words "$named")
  if string match -q -- '--*=*' $current
    set -l parts (string split -m 1 = -- $current)
    __plenary_offer_value $parts[1]= "$parts[2]" (__plenary_value "$named $parts[1]")
  else if string match -q -- '-*' $current
    __plenary_offer_flags "$named" $used
  else if test (count $offered) -gt 0 -o $helping = 1
    test $given -eq 0; or return
    printf '%s\\n' $offered
    if test $helping = 1 -a -z "$named"
      __plenary_shared topics
    end
  else
    set -l value (__plenary_value "$named "(math $given + 1))
    if test $value[1] = none
      __plenary_offer_flags "$named" $used
    else
      __plenary_offer_value '' "$current" $value
    end
  end
end

complete -c plenary -e
complete -c plenary -f -a '(__plenary_complete)'
`;
