import type { Row } from '../row-schema.ts';

/** Programs, compared with OpenAI Agents JS. */
export const libraryRows: Row[] = [
  {
    id: 'tool',
    task: 'Give an agent a function as a tool',
    product: 'openai-agents',
    place: 'library',
    given: 'the package, and a model: there OPENAI_API_KEY, here small of the settings',
    there: [
      {
        kind: 'write',
        file: 'weather.ts',
        text: `import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

const weather = tool({
  name: 'weather',
  description: 'Weather of a city.',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => \`Sunny in \${city}\`,
});
const agent = new Agent({ name: 'Helper', instructions: 'You help.', tools: [weather] });
const { finalOutput } = await run(agent, 'What is the weather in Oslo?');
console.log(finalOutput);
`,
      },
      { kind: 'type', text: 'npx tsx weather.ts' },
    ],
    here: [
      {
        kind: 'write',
        file: 'weather.ts',
        text: `import { Agent, run, tool } from '@agent-home/agent';
import { z } from 'zod';

const weather = tool({
  name: 'weather',
  description: 'Weather of a city.',
  sideEffects: false,
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => \`Sunny in \${city}\`,
});
const agent = new Agent({ name: 'helper', instructions: 'You help.', model: 'small', tools: [weather] });
const { output } = await run(agent, 'What is the weather in Oslo?');
console.log(output);
`,
      },
      { kind: 'type', text: 'npx tsx weather.ts', shows: ['It is so: Sunny in Oslo'] },
    ],
    note: 'here a tool says that it changes nothing, or each call needs an approval',
  },
  {
    id: 'stream',
    task: 'Print an answer while it is written',
    product: 'openai-agents',
    place: 'library',
    given: 'the package and a model',
    there: [
      {
        kind: 'write',
        file: 'stream.ts',
        text: `import { Agent, run } from '@openai/agents';

const agent = new Agent({ name: 'Helper', instructions: 'You help.' });
const stream = await run(agent, 'Count to three.', { stream: true });
for await (const text of stream.toTextStream()) process.stdout.write(text);
`,
      },
      { kind: 'type', text: 'npx tsx stream.ts' },
    ],
    here: [
      {
        kind: 'write',
        file: 'stream.ts',
        text: `import { Agent, run } from '@agent-home/agent';

const agent = new Agent({ name: 'helper', instructions: 'You help.', model: 'small' });
for await (const event of run(agent, 'Count to three.'))
  if (event.type === 'text') process.stdout.write(event.text);
`,
      },
      { kind: 'type', text: 'npx tsx stream.ts', shows: ['one, two, three'] },
    ],
  },
  {
    id: 'structured-output',
    guide: 'guardrails.md',
    task: 'Get an answer that fits a schema',
    product: 'openai-agents',
    place: 'library',
    given: 'the package and a model',
    there: [
      {
        kind: 'write',
        file: 'judge.ts',
        text: `import { Agent, run } from '@openai/agents';
import { z } from 'zod';

const verdict = z.object({ verdict: z.string(), score: z.number() });
const agent = new Agent({ name: 'Judge', instructions: 'You judge.', outputType: verdict });
const { finalOutput } = await run(agent, 'Judge the notes.');
console.log(finalOutput?.score);
`,
      },
      { kind: 'type', text: 'npx tsx judge.ts' },
    ],
    here: [
      {
        kind: 'write',
        file: 'agents/judge.md',
        text: `---
kind: agent
name: judge
title: Judge
guardrails:
  - name: verdict
    policy: repair
    schema:
      type: object
      required: [verdict, score]
      properties: { verdict: { type: string }, score: { type: number } }
---
You judge. Answer in JSON with verdict and score.
`,
      },
      {
        kind: 'type',
        text: "agent-home ask 'Judge the notes.' --agent judge",
        shows: ['"score":7', '✔ answered'],
      },
    ],
    note: 'here a guardrail of the agent file, which also mends an answer that does not fit',
  },
  {
    id: 'handoff',
    guide: 'handoffs.md',
    task: 'Hand a question over to another agent',
    product: 'openai-agents',
    place: 'library',
    given: 'the package and a model',
    there: [
      {
        kind: 'write',
        file: 'triage.ts',
        text: `import { Agent, run } from '@openai/agents';

const billing = new Agent({ name: 'Billing', instructions: 'You know the bills.' });
const triage = Agent.create({ name: 'Triage', instructions: 'You pass on.', handoffs: [billing] });
const { finalOutput } = await run(triage, 'My bill is wrong.');
console.log(finalOutput);
`,
      },
      { kind: 'type', text: 'npx tsx triage.ts' },
    ],
    here: [
      {
        kind: 'write',
        file: 'triage.ts',
        text: `import { Agent, run } from '@agent-home/agent';

const billing = new Agent({ name: 'billing', instructions: 'You know the bills.', model: 'small' });
const triage = new Agent({ name: 'triage', instructions: 'You pass on.', model: 'small', handoffs: [billing] });
const { output } = await run(triage, 'My bill is wrong.');
console.log(output);
`,
      },
      { kind: 'type', text: 'npx tsx triage.ts', shows: ['The bill is mended.'] },
    ],
  },
  {
    id: 'input-guardrail',
    guide: 'guardrails.md#input-and-results',
    task: 'Refuse messages that break a rule',
    product: 'openai-agents',
    place: 'library',
    given: 'the package and a model; here a trusted project',
    there: [
      {
        kind: 'write',
        file: 'short.ts',
        text: `import { Agent, run } from '@openai/agents';

const short = {
  name: 'short',
  execute: async ({ input }) => ({ outputInfo: {}, tripwireTriggered: input.length > 20 }),
};
const agent = new Agent({ name: 'Helper', instructions: 'You help.', inputGuardrails: [short] });
const { finalOutput } = await run(agent, process.argv[2]);
console.log(finalOutput);
`,
      },
      { kind: 'type', text: "npx tsx short.ts 'This message is much too long.'" },
    ],
    here: [
      {
        kind: 'write',
        file: 'agents/short.md',
        text: `---
kind: agent
name: short
title: Short
guardrails:
  - { name: short, on: input, policy: reject, schema: { type: string, maxLength: 20 } }
---
You help.
`,
      },
      {
        kind: 'type',
        text: "agent-home ask 'This message is much too long.' --agent short",
        shows: ['the guardrail short', '✘ failed', '[guardrail_violation]'],
      },
    ],
  },
  {
    id: 'tracing',
    guide: 'tracing.md',
    task: 'Send what happened to a collector',
    product: 'openai-agents',
    place: 'library',
    given: 'the package and a model; a collector of OpenTelemetry on this machine',
    there: [
      {
        kind: 'write',
        file: 'traced.ts',
        text: `import { addTraceProcessor, Agent, BatchTraceProcessor, run } from '@openai/agents';
import { toOtlp } from './to-otlp.ts';

const url = 'http://127.0.0.1:4318/v1/traces';
const send = async (spans) => void (await fetch(url, { method: 'POST', body: toOtlp(spans) }));
addTraceProcessor(new BatchTraceProcessor({ export: send }));
const agent = new Agent({ name: 'Helper', instructions: 'You help.' });
const { finalOutput } = await run(agent, 'Count to three.');
console.log(finalOutput);
`,
      },
      { kind: 'type', text: 'npx tsx traced.ts' },
    ],
    here: [
      {
        kind: 'write',
        file: 'traced.ts',
        text: `import { Agent, run } from '@agent-home/agent';

const url = '{collector}';
const agent = new Agent({ name: 'helper', instructions: 'You help.', model: 'small' });
const { output } = await run(agent, 'Count to three.', { trace: { url } });
console.log(output);
`,
      },
      { kind: 'type', text: 'npx tsx traced.ts', shows: ['one, two, three'] },
    ],
    note: 'there the spans go to OpenAI by themselves; the lines of to-otlp.ts are not counted',
  },
];
