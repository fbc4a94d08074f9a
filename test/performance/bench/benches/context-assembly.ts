import type { ChatMessage } from '@agent-home/agent-runtime/run-log';
import { fitContext } from '../../../../packages/agent-runtime/src/context/fit-context.ts';
import { promptSha256 } from '../../../../packages/agent-runtime/src/context/prompt-sha256.ts';
import { type Bench, ratePerSecond } from '../measure.ts';

const line = 'What was found there, told in a sentence or two as tools and people tell it. ';
const system = 'You are careful.';
const tools = Array.from({ length: 20 }, (_, index) => ({
  name: `tool_${index}`,
  description: 'Does what it is called.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}));

/** Creates turns of four messages: a question, a call, its result, a response. Every object is new, so that none is cached. */
function conversation(messages: number): ChatMessage[] {
  return Array.from({ length: messages / 4 }, (_, turn): ChatMessage[] => [
    { role: 'user', content: `Question ${turn}: ${line}` },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: `call_${turn}`, name: 'tool_1', arguments: `{"path":"notes/${turn}.md"}` }],
    },
    {
      role: 'tool',
      tool_call_id: `call_${turn}`,
      name: 'tool_1',
      content: `${turn}: ${line.repeat(10)}`,
      is_error: false,
    },
    {
      role: 'assistant',
      content: `Answer ${turn}: ${line}${turn % 10 === 0 ? '这样。' : ''}`,
      tool_calls: [],
    },
  ]).flat();
}

/** Prepares a request with a thousand messages: their estimate, the selection that fits, the sha256 of the prompt. */
export const contextAssembly: Bench = {
  name: 'context_assembly',
  unit: 'requests/s',
  floorName: 'JSON.stringify of the messages',
  target: { atLeast: 0.25 },
  pairs: { full: 25, short: 1 },
  async open({ short }) {
    // Few conversations: a run has one, and a hundred would measure the cache.
    const count = short ? 2 : 5;
    const bounds = { contextWindow: 1_000_000, reservedOutput: 1_000, limitTurns: 1_000 };
    return {
      value: () => {
        const conversations = Array.from({ length: count }, () => conversation(1_000));
        return ratePerSecond(count, () => {
          for (const messages of conversations) {
            const fitted = fitContext({ system, messages, tools }, bounds);
            if (!fitted.fits || fitted.messages.length !== 1_000) throw new Error('it did not fit');
            promptSha256({
              provider: 'p',
              model: 'm',
              system,
              messages: fitted.messages,
              tools,
              maxOutputTokens: 1,
            });
          }
        });
      },
      floor: () => {
        const conversations = Array.from({ length: count }, () => conversation(1_000));
        return ratePerSecond(count, () => {
          for (const messages of conversations)
            if (JSON.stringify(messages).length < 1_000) throw new Error('there is nothing');
        });
      },
      close: async () => {},
    };
  },
};
