import type { CallTicket, PreparedCall, ToolDescription, ToolProvider } from '@agent-home/agent-runtime';

/** Number of model responses with tool calls before the final one. Together they use the maximum number of rounds of a run. */
const answers = 24;
export const scriptedCalls = 50;

/** Two calls per response, and three in each of the first two. */
export function scriptOfCalls(): string {
  const rules = Array.from({ length: answers }, (_, answer) => {
    const calls = Array.from({ length: answer < scriptedCalls - 2 * answers ? 3 : 2 }, (__, call) => {
      return `{ tool: look_up, arguments: { topic: 'answer ${answer}', part: ${call}, note: 'as it was agreed' } }`;
    });
    return `  - when: { count: ${answer} }\n    answer: { calls: [${calls.join(', ')}] }`;
  });
  return `rules:\n${rules.join('\n')}\n  - answer: Now I have looked it all up.\n`;
}

/** Tool without delay, so that only its surroundings are measured. */
export class LookUp implements ToolProvider {
  readonly source = 'native';
  calls = 0;

  async tools(): Promise<ToolDescription[]> {
    return [
      {
        name: 'look_up',
        source: 'native',
        description: 'Looks something up.',
        parameters: {
          type: 'object',
          properties: { topic: { type: 'string' }, part: { type: 'integer' }, note: { type: 'string' } },
          required: ['topic', 'part'],
        },
        aliases: [],
        risk: 'safe',
        sideEffects: false,
        idempotent: true,
        prepares: false,
        timeoutMs: 5_000,
      },
    ];
  }

  async invoke(ticket: CallTicket, call: PreparedCall) {
    ticket.open(call);
    this.calls++;
    const { topic, part } = call.arguments;
    const text = `${String(topic)}, part ${String(part)}: there is nothing more to say about it.`;
    return { status: 'ok' as const, content: [{ type: 'text' as const, text }], metadata: {} };
  }

  async close(): Promise<void> {}
}
