import { createInterface, type Interface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

export type Typed = { kind: 'line'; text: string } | { kind: 'cleared' } | { kind: 'end' };

/** Maximum number of lines in the history of the arrow keys, which is kept only in memory. */
const historySize = 1_000;
/** Escape sequences that switch bracketed paste on and off. */
const [pasteMarksOn, pasteMarksOff] = ['\u001b[?2004h', '\u001b[?2004l'];
/** Prompt before each line of a paste except the first. */
const pastePrompt = '… ';

/** Terminal for output. */
type Screen = Writable & { columns?: number };

/** Maximum number of lines kept for later while a run is in progress. */
const mostAhead = 1_000;

/**
 * Reads lines from a terminal with the editing of a shell. Keys are always read, so that Ctrl-C works at any
 * time; text typed meanwhile is shown when its turn comes.
 */
export class TypedLines {
  readonly #reader: Interface;
  readonly #output: Screen;
  readonly #echo: Echo;
  /** Lines typed without a pending question. */
  #ahead: string[] = [];
  #waiting: ((typed: Typed) => void) | undefined;
  #isAnswer = false;
  /** True between the paste marks, where a line end does not send. */
  #isPasting = false;
  /** Lines of a paste that is not sent yet; its last line is still being edited. */
  #pasted: string[] = [];
  #isClosing = false;
  #isClosed = false;

  /**
   * @param onInterrupt called for Ctrl-C, or when the terminal is closed
   * @param complete returns the lines that a Tab completes to; undefined if Tab is a character of the text
   */
  constructor(
    { stdin, stdout }: { stdin: Readable; stdout: Screen },
    onInterrupt: () => void,
    complete: (line: string) => string[] | undefined = () => undefined,
  ) {
    const completer = (line: string): [string[], string] => {
      const found = this.#isPasting || this.#isAnswer ? undefined : complete(line);
      if (found === undefined) this.#reader.write('\t');
      return [found ?? [], line];
    };
    this.#output = stdout;
    this.#echo = new Echo(stdout);
    const options = { historySize, removeHistoryDuplicates: true, terminal: true, completer };
    this.#reader = createInterface({ input: stdin, output: this.#echo, ...options });
    this.#reader.on('SIGINT', onInterrupt);
    this.#reader.on('line', (text) => this.#take(text));
    stdin.on('keypress', (_: string | undefined, key: { name?: string } = {}) => {
      if (key.name === 'paste-start') this.#isPasting = true;
      if (key.name === 'paste-end') this.#isPasting = false;
    });
    stdout.write(pasteMarksOn);
    process.once('exit', this.#unmark);
    // Answers are removed from the history, because they are not messages to repeat.
    this.#reader.on('history', (history) => this.#isAnswer && history.shift());
    this.#reader.on('close', () => this.#end());
    // A closed terminal is not read any more; a failure to restore it is reported here as well.
    this.#reader.on('error', () => this.close());
    stdin.on('error', () => undefined);
  }

  /** Returns true if unused text is on the line. */
  get hasTyped(): boolean {
    return this.#reader.line !== '' || this.#pasted.length > 0;
  }

  /** Returns the next line, or `end` after Ctrl-D. */
  async next(prompt: string): Promise<Typed> {
    const text = this.#ahead.shift();
    if (text !== undefined) {
      this.#output.write(`${prompt}${text.replaceAll('\n', `\n${pastePrompt}`)}\n`);
      return { kind: 'line', text };
    }
    return this.#read(prompt);
  }

  /**
   * Prompts for an answer. Text typed before it was shown does not count.
   * @returns undefined without an answer, or if it is no longer awaited
   */
  async answer(question: string, signal: AbortSignal): Promise<string | undefined> {
    this.discard();
    if (signal.aborted) return undefined;
    const leave = () => {
      this.#clearLine();
      this.#give({ kind: 'end' }, '\n');
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#isAnswer = true;
    try {
      const typed = await this.#read(question);
      return typed.kind === 'line' ? typed.text : undefined;
    } finally {
      this.#isAnswer = false;
      signal.removeEventListener('abort', leave);
    }
  }

  /** Discards the typed line. */
  clear(): void {
    this.#clearLine();
    this.#give({ kind: 'cleared' }, '^C\n');
  }

  /** Drops text typed without a pending question. */
  discard(): void {
    this.#ahead = [];
    this.#clearLine();
  }

  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#reader.close();
    process.off('exit', this.#unmark);
    this.#unmark();
  }

  readonly #unmark = () => void this.#output.write(pasteMarksOff);

  #read(prompt: string): Promise<Typed> {
    if (this.#isClosed) return Promise.resolve({ kind: 'end' });
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#echo.isOn = true;
      this.#reader.setPrompt(prompt);
      // Keeps the text that is typed already.
      this.#reader.prompt(true);
    });
  }

  /** A line end within a paste is part of its text; Enter after it sends the whole of it. */
  #take(line: string): void {
    if (this.#isPasting) {
      this.#pasted.push(line);
      this.#reader.setPrompt(pastePrompt);
      this.#reader.prompt(true);
      return;
    }
    const text = [...this.#pasted, line].join('\n');
    this.#pasted = [];
    if (this.#waiting) this.#give({ kind: 'line', text });
    else if (this.#ahead.length < mostAhead) this.#ahead.push(text);
  }

  #end(): void {
    this.#isClosed = true;
    this.#give({ kind: 'end' }, '\n');
  }

  /** @param after text that ends the line on the terminal if no key did */
  #give(typed: Typed, after = ''): void {
    const give = this.#waiting;
    this.#waiting = undefined;
    this.#echo.isOn = false;
    if (!give) return;
    this.#output.write(after);
    give(typed);
  }

  #clearLine(): void {
    this.#pasted = [];
    this.#isPasting = false;
    if (this.#isClosed) return;
    const wasOn = this.#echo.isOn;
    this.#echo.isOn = false;
    this.#reader.write(null, { ctrl: true, name: 'e' });
    this.#reader.write(null, { ctrl: true, name: 'u' });
    this.#echo.isOn = wasOn;
  }
}

/** Output of the line editor, shown while a question is pending and suppressed otherwise. */
class Echo extends Writable {
  isOn = false;
  readonly #to: Screen;

  constructor(to: Screen) {
    super();
    this.#to = to;
    to.on('resize', () => this.emit('resize'));
  }

  /** Width of the terminal, which the line editor reads. */
  get columns(): number | undefined {
    return this.#to.columns;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.isOn) this.#to.write(chunk);
    done();
  }
}
