import { runDag } from '@agent-home/agent-runtime/run-log';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

/** Returns the single message of a run whose model produces this output. */
async function toMessage(script: string, stream: boolean) {
  const { runtime, order, check } = await openWorkshop(script, { stream });
  const { runId } = await runtime.postMessage(order(), { text: 'go', origin: 'user', tainted: false });
  return runDag((await check(runId)).whole).nodes[0];
}

test('generated texts join from pieces of any size', async () => {
  const said = fc.record({
    text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== ''),
    chunk: fc.integer({ min: 1, max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(said, async ({ text, chunk }) => {
      const script = `rules: [{ answer: { text: ${JSON.stringify(text)}, chunk: ${chunk} } }]`;
      const [streamed, whole] = await Promise.all([toMessage(script, true), toMessage(script, false)]);
      expect(streamed?.events.map(({ content }) => content).join('')).toBe(text);
      expect([streamed?.body.output?.content, whole?.body]).toEqual([text, streamed?.body]);
    }),
    { numRuns: 25 },
  );
}, 60_000);
