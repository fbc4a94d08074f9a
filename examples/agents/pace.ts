import { setTimeout as delay } from 'node:timers/promises';

/** Pace of a home. Pauses vary, so that agents do not write in step. */
export class Pace {
  /** Delay before a short line, in seconds. A reader can follow at 4. */
  readonly lineSeconds: number;

  constructor(lineSeconds = 4) {
    this.lineSeconds = lineSeconds;
  }

  /** Rejects when the signal aborts. */
  async rest(lines: number, signal: AbortSignal): Promise<void> {
    const milliseconds = this.lineSeconds * lines * (750 + Math.random() * 500);
    await delay(milliseconds, undefined, { signal });
  }

  /** Returns the duration of a number of lines in milliseconds, without randomness. */
  readonly millisecondsOf = (lines: number): number => this.lineSeconds * lines * 1_000;

  /** Waits as if typing the text: longer for longer texts, but always within the turn. */
  async compose(text: string, signal: AbortSignal): Promise<void> {
    const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
    const lines = (han * 3 + (text.length - han)) / 90;
    await this.rest(Math.min(3, Math.max(0.7, lines)), signal);
  }

  /**
   * Returns a time window for a number of lines, in whole seconds. It is at least six: a message needs a credential, a put and a
   * judgement, which takes a busy machine three seconds.
   */
  window(lines: number): number {
    return Math.ceil(Math.max(6, this.lineSeconds * lines));
  }
}
