import { Fence } from '@agent-home/sdk';

/** The most that one answer weighs, in bytes of UTF-8: what is more is read on with a cursor. */
export const maxAnswerBytes = 32 * 1024;
/** Kept for the sentences that end an answer: how to read on, what may be done now. */
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
 * An answer to a model, made of sentences of ours and of others' words. The two never mix: words come with a label of ours and
 * are fenced in, all of one answer behind one delimiter that none of them contains.
 */
export class Page {
  readonly #blocks: Block[] = [];
  #left = maxAnswerBytes - endingBytes;

  /** A sentence of ours, on a line by itself. */
  say(...sentences: readonly string[]): this {
    for (const own of sentences) {
      this.#blocks.push({ own });
      this.#left -= getBytes(own) + 1;
    }
    return this;
  }

  /** Adds a text that the SDK has already fenced; no other quoted text goes into the same response. */
  rendered(text: string): this {
    return this.say(text.trimEnd());
  }

  /** Others' words, cut off where they are long. */
  quote(label: string, words: string, maxBytes = 4 * 1024): this {
    const maxTokens = tokensIn(Math.min(maxBytes, this.#left - getBytes(label)));
    if (maxTokens <= 0) return this;
    this.#take({ label, words, maxTokens });
    return this;
  }

  /** One of a list, cut off where it alone is long; false, and nothing added, where no room is left for it. */
  item(label: string, words: string, maxBytes = 4 * 1024): boolean {
    const block = { label, words, maxTokens: tokensIn(maxBytes) };
    if (computeCost(block) > this.#left) return false;
    this.#take(block);
    return true;
  }

  /** One of a list in words of ours; false, and nothing added, where no room is left for it. */
  line(own: string): boolean {
    if (getBytes(own) + 1 > this.#left) return false;
    this.say(own);
    return true;
  }

  /** The whole answer. */
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

/** A token is never more than four bytes. */
function tokensIn(bytes: number): number {
  return Math.floor(bytes / 4);
}

function getBytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
