import type {
  CallTicket,
  PreparedCall,
  ToolDescription,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';
import type { CaseTool } from './case.ts';

/** Tools of a house, which only record their calls. */
export class CountingTools implements ToolProvider {
  readonly source = 'native';
  readonly calls: PreparedCall[] = [];
  readonly #tools: readonly CaseTool[];

  constructor(tools: readonly CaseTool[]) {
    this.#tools = tools;
  }

  async tools(): Promise<ToolDescription[]> {
    return this.#tools.map(({ name, aliases, risk, sideEffects, dataScope }) => ({
      name,
      aliases: [...aliases],
      risk,
      sideEffects,
      ...(dataScope === undefined ? {} : { dataScope }),
      source: 'native',
      description: '',
      parameters: { type: 'object' },
      idempotent: false,
      prepares: false,
      timeoutMs: 5_000,
    }));
  }

  async invoke(ticket: CallTicket, call: PreparedCall): Promise<ToolOutcome> {
    ticket.open(call);
    this.calls.push(call);
    return { status: 'ok', content: [{ type: 'text', text: 'done' }], metadata: {} };
  }

  async close(): Promise<void> {}
}
