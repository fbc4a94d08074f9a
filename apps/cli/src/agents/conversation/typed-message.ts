/** Commands of the conversation; everything else is sent to the agent. */
const conversationWords = ['exit', 'context', 'trace', 'approve', 'help'] as const;
export type ConversationWord = (typeof conversationWords)[number];

export type Meaning =
  | { kind: 'say'; text: string }
  | { kind: 'word'; word: ConversationWord }
  | { kind: 'nothing' }
  | { kind: 'too_large' };

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

/** A command counts only as the whole message: "help me" is sent to the agent. A leading `//` always sends the text. */
function getMeaning(text: string): Meaning {
  const alone = text.trim();
  if (alone === '') return { kind: 'nothing' };
  const word = conversationWords.find((each) => each === alone);
  if (word !== undefined) return { kind: 'word', word };
  const said = text.startsWith('//') ? text.slice(2) : text;
  return said.trim() === '' ? { kind: 'nothing' } : { kind: 'say', text: said };
}
