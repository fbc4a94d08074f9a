/** Characters that a shell reads as something else than part of a plain word. */
const special = /[\s;&|<>()$`\\#!{}*?[\]~^'"]|[^\x20-\x7e]/;
/** Words after which a shell runs another command, or reads a compound one. */
const reserved = new Set([
  ...['if', 'then', 'else', 'elif', 'fi', 'for', 'while', 'until', 'do', 'done', 'case', 'esac'],
  ...['in', 'function', 'select', 'time', 'coproc'],
]);

/**
 * Returns the words of a command line that is one simple command: a program with literal arguments. Returns undefined for any
 * operator, expansion, redirection, assignment, glob or control character, and for anything that shells read differently. The
 * result equals the arguments that bash passes to the program.
 */
export function simpleCommand(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < line.length) {
    const character = line.charAt(at);
    if (character === ' ') {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else if (character === "'" || character === '"') {
      const end = line.indexOf(character, at + 1);
      if (end < 0) return undefined;
      const inside = line.slice(at + 1, end);
      // In double quotes a shell still expands and escapes.
      if (/[\p{Cc}\p{Cf}]/u.test(inside) || (character === '"' && /[$`\\!]/.test(inside))) return undefined;
      word = (word ?? '') + inside;
      at = end + 1;
    } else if (special.test(character)) return undefined;
    else {
      word = (word ?? '') + character;
      at += 1;
    }
  }
  if (word !== undefined) words.push(word);
  const [program] = words;
  if (program === undefined || program === '' || program.includes('=') || reserved.has(program))
    return undefined;
  return words;
}
