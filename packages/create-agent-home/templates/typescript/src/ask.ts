import { Agent, run, tool } from '@agent-home/agent';
import { z } from 'zod';

// An agent without a home, with the model of your settings. The argument is its question.
const clock = tool({
  name: 'clock',
  description: 'Date and time in UTC.',
  parameters: z.object({}),
  execute: () => new Date().toISOString(),
  sideEffects: false,
});
const agent = new Agent({ name: 'tilde', instructions: 'You answer in one sentence.', tools: [clock] });
const { output, message, code } = await run(agent, process.argv[2] ?? 'What is the time?');
console.log(output || `${message} [${code}]`);
