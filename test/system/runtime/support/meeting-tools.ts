import type {
  CallContext,
  CallTicket,
  PreparedCall,
  ToolDescription,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';

/** The tool `meet`: returns once a number of calls are in progress at the same time. */
export class MeetingTools implements ToolProvider {
  readonly source = 'native';
  readonly #count: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  async tools(): Promise<ToolDescription[]> {
    return [
      {
        name: 'meet',
        source: 'native',
        description: 'Waits for the others.',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        aliases: [],
        risk: 'safe',
        sideEffects: false,
        idempotent: true,
        prepares: false,
        timeoutMs: 60_000,
      },
    ];
  }

  async invoke(ticket: CallTicket, call: PreparedCall, { signal }: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (this.#waiting.length >= this.#count) for (const go of this.#waiting.splice(0)) go();
    });
    return { status: 'ok', content: [{ type: 'text', text: 'all are here' }], metadata: {} };
  }

  async close(): Promise<void> {}
}
