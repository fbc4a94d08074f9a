import type { ModelAnswer, ModelFailure } from '@agent-home/agent-runtime';
import {
  combineRedactions,
  noRedaction,
  type Redaction,
  redact,
  type SecretStream,
} from '@agent-home/agent-runtime/policy';
import { cleanedValue, KnownSecrets } from '../vault/known-secrets.ts';
import { type Asked, nonsense } from './ask-in-time.ts';

/** Limits of the cache: member names and short values recur, and patterns are applied to each once. */
const longestRemembered = 64;
const mostRemembered = 1_000;

/**
 * Removes secrets that this process knows, and text that policies of the run hide. Secrets are removed first: a pattern that
 * removed half of a secret would leave the other half undetectable.
 */
export class Cleaner {
  readonly secrets: KnownSecrets;
  #redaction: Redaction;
  readonly #remembered = new Map<string, string>();

  constructor(secrets = new KnownSecrets(), redaction: Redaction = noRedaction) {
    this.secrets = secrets;
    this.#redaction = redaction;
  }

  /** Hides more text from here on, by the patterns of a newer policy. */
  redactAlso(redaction: Redaction): void {
    this.#redaction = combineRedactions([this.#redaction, redaction]);
    this.#remembered.clear();
  }

  clean(text: string): string {
    return this.#redacted(this.secrets.clean(text));
  }

  /**
   * Cleans every text in a value, including member names and digits of numbers.
   * @throws RangeError if it is too large
   */
  cleanValue<Value>(value: Value): Value {
    const cleaned = this.secrets.cleanValue(value);
    return this.#hasPatterns ? cleanedValue(cleaned, (text) => this.#redacted(text)) : cleaned;
  }

  /**
   * Cleans a model's response or failure. Patterns apply to its text, thoughts and tool arguments, not to its
   * other members: a pattern for digits would match every token count. A response that cannot be searched is
   * discarded.
   */
  cleanAnswer(asked: Asked): Asked {
    try {
      const cleaned = this.secrets.cleanValue(asked);
      if ('failed' in cleaned) return this.#hasPatterns ? { failed: this.#failure(cleaned.failed) } : cleaned;
      const { continuation, ...answer } = cleaned.answered;
      // A provider refuses changed thoughts, so they are left out.
      const isKept =
        continuation !== undefined &&
        'answered' in asked &&
        JSON.stringify(continuation) === JSON.stringify(asked.answered.continuation) &&
        continuation.reasoning.every(({ text }) => this.#redacted(text) === text);
      const kept = isKept ? { continuation } : {};
      return { answered: { ...(this.#hasPatterns ? this.#answer(answer) : answer), ...kept } };
    } catch {
      return { failed: nonsense('the response of the model is too large or nested in itself') };
    }
  }

  /**
   * Returns a cleaner for text in pieces. The length of a pattern's match is unknown, so with patterns all text
   * is released at the end.
   */
  stream(): SecretStream {
    const pieces = this.secrets.stream();
    if (!this.#hasPatterns) return pieces;
    let held = '';
    return {
      add: (piece) => {
        held += pieces.add(piece);
        return '';
      },
      end: () => this.#redacted(held + pieces.end()),
    };
  }

  get #hasPatterns(): boolean {
    return this.#redaction.patterns.length > 0;
  }

  #redacted(text: string): string {
    // No pattern matches empty text.
    if (text === '' || !this.#hasPatterns) return text;
    if (text.length > longestRemembered) return redact(text, this.#redaction);
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    const said = redact(text, this.#redaction);
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(text, said);
    return said;
  }

  #answer(answer: ModelAnswer): ModelAnswer {
    return {
      ...answer,
      content: this.#redacted(answer.content),
      thought: this.#redacted(answer.thought),
      tool_calls: answer.tool_calls.map((call) => ({ ...call, arguments: this.#arguments(call.arguments) })),
    };
  }

  /** Cleans both the parsed and the written form, so that an escape does not hide text from a pattern. */
  #arguments(text: string): string {
    let written = text;
    try {
      let isChanged = false;
      const cleaned = cleanedValue<unknown>(JSON.parse(text), (each) => {
        const said = this.#redacted(each);
        isChanged ||= said !== each;
        return said;
      });
      if (isChanged) written = JSON.stringify(cleaned);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    return this.#redacted(written);
  }

  #failure(failure: ModelFailure): ModelFailure {
    return {
      ...failure,
      message: this.#redacted(failure.message),
      attempts: failure.attempts.map((attempt) =>
        attempt.error_message === undefined
          ? attempt
          : { ...attempt, error_message: this.#redacted(attempt.error_message) },
      ),
    };
  }
}
