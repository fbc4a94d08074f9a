import {
  type CallTicket,
  describeRemember,
  type PreparedCall,
  type Settlement,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';

/** Tool `remember`: its arguments in the log are the memory itself. */
export class SessionMemoryTool implements ToolProvider {
  readonly source = 'native';
  readonly #keys: readonly string[];

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  async tools(): Promise<ToolDescription[]> {
    return [describeRemember(this.#keys)];
  }

  async settle(): Promise<Settlement> {
    return { state: 'not_done' };
  }

  async invoke(ticket: CallTicket, call: PreparedCall): Promise<ToolOutcome> {
    ticket.open(call);
    const text = call.arguments.value === '' ? 'forgotten' : 'remembered';
    return { status: 'ok', content: [{ type: 'text', text }], metadata: {} };
  }

  async close(): Promise<void> {}
}
