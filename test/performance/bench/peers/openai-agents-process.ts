import { Agent, handoff, type Model, type ModelResponse, Runner, Usage } from '@openai/agents';
import { z } from 'zod';
import { percentile } from '../measure.ts';
import { servePeer } from './peer-process.ts';

/**
 * Measures a handoff with a checked payload in OpenAI Agents JS, from the response that hands over until the other agent's first
 * model request. Traces are not exported.
 */
const payload = z.object({ reason: z.string(), context: z.object({ file: z.string(), line: z.number() }) });
const passedOn = { reason: 'This is about billing.', context: { file: 'invoices/2026.md', line: 12 } };
let answeredAt = 0;
let hop = 0;

const first = scripted(() => {
  const call = { name: 'handoff_to_second', callId: 'call-1', arguments: JSON.stringify(passedOn) };
  return [{ type: 'function_call', ...call, status: 'completed' }];
});
const second = scripted(() => {
  hop = performance.now() - answeredAt;
  const content = [{ type: 'output_text' as const, text: 'It is line 12.' }];
  return [{ type: 'message', role: 'assistant', status: 'completed', content }];
});
const target = new Agent({ name: 'second', instructions: 'You are the second.', model: second });
const agent = new Agent({
  name: 'first',
  instructions: 'You are the first.',
  model: first,
  handoffs: [
    handoff(target, {
      toolNameOverride: 'handoff_to_second',
      inputType: payload,
      onHandoff: (_context, input) => {
        if (input?.reason !== passedOn.reason) throw new Error('another payload came');
      },
    }),
  ],
});
const runner = new Runner({ tracingDisabled: true });

servePeer(async (count) => {
  const hops: number[] = [];
  for (let run = 0; run < count; run++) {
    hop = Number.NaN;
    const { finalOutput, lastAgent } = await runner.run(agent, 'Which line is it?');
    if (lastAgent !== target || finalOutput !== 'It is line 12.') throw new Error(`it said ${finalOutput}`);
    hops.push(hop);
  }
  return percentile(hops, 0.95);
});

/** Creates a model that responds at once. */
function scripted(answer: () => ModelResponse['output']): Model {
  return {
    async getResponse() {
      const output = answer();
      answeredAt = performance.now();
      return { usage: new Usage(), output };
    },
    getStreamedResponse: () => {
      throw new Error('streams are not supported');
    },
  };
}
