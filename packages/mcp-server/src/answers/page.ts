import { Fence } from '@agent-home/sdk';

/** Maximum size of a response in bytes of UTF-8; a cursor continues it. */
export const maxAnswerBytes = 32 * 1024;
/** Reserved for the closing sentences: how to continue reading, and possible actions. */
const endingBytes = 4 * 1024;
/** Additional length of a delimiter compared with that of a single text. */
const delimiterSlack = 24;

type Block = { own: string } | Quoted;

interface Quoted {
  label: string;
  words: string;
  maxTokens: number;
}

/**
 * A response to a model that keeps our own sentences apart from others' text. Such text has one of our labels and is fenced; all
 * fences of a response use one delimiter that does not occur in the text.
 */
export class Page {
  readonly #blocks: Block[] = [];
  #left = maxAnswerBytes - endingBytes;

  /** Adds fixed sentences, each on its own line. */
  say(...sentences: readonly string[]): this {
    for (const own of sentences) {
      this.#blocks.push({ own });
      this.#left -= getBytes(own) + 1;
    }
    return this;
  }

  /** Adds a text that the SDK has already fenced; such a response contains no other quoted text. */
  rendered(text: string): this {
    return this.say(text.trimEnd());
  }

  /** Adds others' text, cut if it is too long. */
  quote(label: string, words: string, maxBytes = 4 * 1024): this {
    const maxTokens = tokensIn(Math.min(maxBytes, this.#left - getBytes(label)));
    if (maxTokens <= 0) return this;
    this.#take({ label, words, maxTokens });
    return this;
  }

  /** Adds a quoted list item, cut if it is too long on its own. Returns false without adding it if there is no room left. */
  item(label: string, words: string, maxBytes = 4 * 1024): boolean {
    const block = { label, words, maxTokens: tokensIn(maxBytes) };
    if (computeCost(block) > this.#left) return false;
    this.#take(block);
    return true;
  }

  /** Adds a list item in our own words. Returns false without adding it if there is no room left. */
  line(own: string): boolean {
    if (getBytes(own) + 1 > this.#left) return false;
    this.say(own);
    return true;
  }

  /** Returns the whole response. */
  text(): string {
    const quoted = this.#blocks.flatMap((block) => ('words' in block ? [block.words] : []));
    const fence = new Fence(quoted);
    const body = this.#blocks.map((block) => {
      if ('own' in block) return `${block.own}\n`;
      const words = fence.quote(block.words, block.maxTokens);
      return words === '' ? `${block.label} (nothing)\n` : `${block.label}\n${words}`;
    });
    return body.join('').trimEnd();
  }

  #take(block: Quoted): void {
    this.#blocks.push(block);
    this.#left -= computeCost(block);
  }
}

function computeCost({ label, words, maxTokens }: Quoted): number {
  const alone = new Fence([words]).quote(words, maxTokens);
  return getBytes(label) + getBytes(alone) + delimiterSlack;
}

/** Converts bytes to tokens; a token has at most four bytes. */
function tokensIn(bytes: number): number {
  return Math.floor(bytes / 4);
}

function getBytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
