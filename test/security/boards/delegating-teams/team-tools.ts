import type {
  CallTicket,
  PreparedCall,
  Settlement,
  ToolDescription,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import { effectTools } from './plan-team.ts';

export interface Effect {
  key: string;
  tool: string;
  token: string;
  secret: string;
}

/** Tools whose effects outlive a process, each under a key prepared in advance. A result repeats the arguments. */
export class TeamTools implements ToolProvider {
  readonly source = 'native';
  readonly effects: Effect[] = [];

  async tools(): Promise<ToolDescription[]> {
    return effectTools.map((name) => ({
      name,
      source: 'native',
      description: `Does ${name}.`,
      parameters: {
        type: 'object',
        properties: { token: { type: 'string' }, secret: { type: 'string' } },
        required: ['token'],
        additionalProperties: false,
      },
      aliases: [],
      risk: 'low',
      sideEffects: true,
      idempotent: false,
      prepares: true,
      // Their results are no text of others, so that no later call needs an approver.
      trusted: true,
      timeoutMs: 5_000,
    }));
  }

  async prepare({ idempotencyKey }: PreparedCall): Promise<JsonObject> {
    return { key: idempotencyKey };
  }

  async settle({ prepared }: PreparedCall): Promise<Settlement> {
    const done = this.effects.find(({ key }) => key === prepared?.key);
    return done ? { state: 'done', outcome: toOutcome(done) } : { state: 'not_done' };
  }

  async invoke(ticket: CallTicket, call: PreparedCall): Promise<ToolOutcome> {
    ticket.open(call);
    const { tool, arguments: given, prepared } = call;
    const effect = {
      key: String(prepared?.key),
      tool,
      token: String(given.token),
      secret: String(given.secret ?? ''),
    };
    this.effects.push(effect);
    return toOutcome(effect);
  }

  async close(): Promise<void> {}
}

function toOutcome({ tool, token, secret }: Effect): ToolOutcome {
  const text = `${tool} did ${token} ${secret}`;
  return { status: 'ok', content: [{ type: 'text', text }], metadata: {} };
}
