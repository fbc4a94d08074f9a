import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { scriptedCalls } from '../runtime/scripted-calls.ts';
import { servePeer } from './peer-process.ts';

/**
 * Measures fifty tool calls in 25 rounds with the AI SDK, in milliseconds per run. It stores nothing and decides nothing.
 * Arguments: the address of the model.
 */
const [, , url = ''] = process.argv;
const model = createOpenAICompatible({ name: 'emulator', baseURL: `${url}/v1` })('small');
let calls = 0;
const look_up = tool({
  description: 'Looks something up.',
  inputSchema: z.object({ topic: z.string(), part: z.int(), note: z.string().optional() }),
  execute: async ({ topic, part }) => {
    calls++;
    return `${topic}, part ${part}: there is nothing more to say about it.`;
  },
});

servePeer(async (count) => {
  const started = performance.now();
  for (let run = 0; run < count; run++) {
    calls = 0;
    const { finishReason } = await generateText({
      model,
      system: 'You are careful.',
      prompt: 'Look it all up.',
      tools: { look_up },
      stopWhen: stepCountIs(60),
    });
    if (finishReason !== 'stop' || calls !== scriptedCalls)
      throw new Error(`${finishReason}: ${calls} calls`);
  }
  return (performance.now() - started) / count;
});
