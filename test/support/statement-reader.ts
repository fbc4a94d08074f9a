const startupHeader = 4;
const messageHeader = 5;

/** Reads the messages of one PostgreSQL client (protocol 3.0) and reports the text of every statement it executed. */
export class StatementReader {
  readonly #heard: (text: string) => void;
  /** Statement texts by name of the prepared statement, and by name of the portal bound to it. */
  readonly #prepared = new Map<string, string>();
  readonly #portals = new Map<string, string>();
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;

  constructor(heard: (text: string) => void) {
    this.#heard = heard;
  }

  read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    // Only the first message has no type.
    if (!this.#isStarted) {
      if (this.#rest.length < startupHeader || this.#rest.length < this.#rest.readUInt32BE(0)) return;
      this.#rest = this.#rest.subarray(this.#rest.readUInt32BE(0));
      this.#isStarted = true;
    }
    while (this.#rest.length >= messageHeader) {
      const end = 1 + this.#rest.readUInt32BE(1);
      if (this.#rest.length < end) return;
      this.#take(String.fromCharCode(this.#rest[0] ?? 0), this.#rest.subarray(messageHeader, end));
      this.#rest = this.#rest.subarray(end);
    }
  }

  #take(type: string, body: Buffer): void {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    if (type === 'Q') this.#heard(first);
    else if (type === 'P') this.#prepared.set(first, second);
    else if (type === 'B') this.#portals.set(first, this.#prepared.get(second) ?? '');
    else if (type === 'E') this.#heard(this.#portals.get(first) ?? '');
  }
}
