import { appendFileSync, readFileSync } from 'node:fs';
import type {
  CallTicket,
  PreparedCall,
  Settlement,
  ToolDescription,
  ToolProvider,
} from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';

/** Writes each message to a file, under a key prepared in advance, as in a home's ledger. */
export class SayingTools implements ToolProvider {
  readonly source = 'home';
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async tools(): Promise<ToolDescription[]> {
    return [
      {
        name: 'home.say',
        source: 'home',
        description: 'Says something.',
        parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        aliases: [],
        risk: 'low',
        sideEffects: true,
        idempotent: false,
        prepares: true,
        timeoutMs: 5_000,
      },
    ];
  }

  async prepare({ idempotencyKey }: PreparedCall): Promise<JsonObject> {
    return { key: `messages/${idempotencyKey}` };
  }

  async settle(call: PreparedCall): Promise<Settlement> {
    const key = getKey(call);
    if (key === undefined) return { state: 'unknown' };
    return said(this.#file).some((line) => line.startsWith(`${key} `))
      ? {
          state: 'done',
          outcome: { status: 'ok', content: [{ type: 'text', text: 'said' }], metadata: { key } },
        }
      : { state: 'not_done' };
  }

  async invoke(ticket: CallTicket, call: PreparedCall) {
    ticket.open(call);
    const key = getKey(call) ?? 'nothing was prepared';
    appendFileSync(this.#file, `${key} ${String(call.arguments.text)}\n`);
    return { status: 'ok' as const, content: [{ type: 'text' as const, text: 'said' }], metadata: { key } };
  }

  async close(): Promise<void> {}
}

function getKey({ prepared }: PreparedCall): string | undefined {
  return typeof prepared?.key === 'string' ? prepared.key : undefined;
}

export function said(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}
