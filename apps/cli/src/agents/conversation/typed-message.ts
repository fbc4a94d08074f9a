import { readCommand, type Typed } from './slash-commands.ts';

export type Meaning = { kind: 'say'; text: string } | Typed | { kind: 'nothing' } | { kind: 'too_large' };

/** Typed message: a line that ends with `\` continues in the next one. */
export class TypedMessage {
  readonly #mostBytes: number;
  #lines: string[] = [];
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get hasBegun(): boolean {
    return this.#lines.length > 0;
  }

  /** @returns undefined if it continues in the next line */
  add(line: string): Meaning | undefined {
    const isContinued = line.endsWith('\\');
    this.#lines.push(isContinued ? line.slice(0, -1) : line);
    this.#bytes += Buffer.byteLength(line);
    if (this.#bytes > this.#mostBytes) return this.#end({ kind: 'too_large' });
    return isContinued ? undefined : this.#end(getMeaning(this.#lines.join('\n')));
  }

  clear(): void {
    this.#lines = [];
    this.#bytes = 0;
  }

  #end(meaning: Meaning): Meaning {
    this.clear();
    return meaning;
  }
}

/**
 * A command counts only as the whole message: "help me" and paths such as `/etc/hosts` are sent to the agent. A leading `//` always
 * sends the text.
 */
function getMeaning(text: string): Meaning {
  if (text.trim() === '') return { kind: 'nothing' };
  const command = readCommand(text);
  if (command) return command;
  const said = text.startsWith('//') ? text.slice(2) : text;
  return said.trim() === '' ? { kind: 'nothing' } : { kind: 'say', text: said };
}
