import type { ModelRequest } from '@agent-home/agent-runtime';
import { modelApis } from '@agent-home/agent-runtime/definition';
import { describe, expect, test } from 'vitest';
import { startEmulator } from './testing/emulated-apis.ts';
import { type Piece, recordStream, StreamPlayer } from './testing/recorded-streams.ts';

const tools = ['read_file', 'list'].map((name) => ({
  name,
  description: name,
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}));
const request: Partial<ModelRequest> = {
  system: 'You are careful.',
  messages: [{ role: 'user', content: 'Read.' }],
  tools,
};
const script = `
rules:
  - when: { user: say }
    answer: { text: 'Fine, 世界 🌍.' }
  - answer:
      thought: Two files.
      text: I read.
      calls:
        - { tool: read_file, arguments: { path: 'a "b" \\\\ 文.txt', lines: [1, 23], deep: { more: true } } }
        - { tool: list, arguments: {} }
`;

describe.each(modelApis)('streams of %s', (api) => {
  test('a stream cut at every byte is a code or the whole response', async () => {
    const { url } = await startEmulator(script);
    const player = new StreamPlayer(api);
    for (const content of ['Read.', 'say']) {
      const asked = { ...request, messages: [{ role: 'user' as const, content }] };
      const { bytes, answer } = await recordStream(api, url, asked);
      let complete = 0;
      for (let end = 0; end <= bytes.length; end++) {
        const outcome = await player.play([{ bytes: bytes.slice(0, end) }], asked);
        const where = `${api}, ${end} of ${bytes.length} bytes`;
        if ('answered' in outcome) {
          complete++;
          const { content, tool_calls, stop_reason } = outcome.answered;
          expect({ content, tool_calls, stop_reason }, where).toEqual({
            content: answer.content,
            tool_calls: answer.tool_calls,
            stop_reason: answer.stop_reason,
          });
        } else expect(outcome.failed.code, where).toBe('model_nonsense');
      }
      // The response is complete with its last event, for which some bytes of the end are not needed.
      expect([api, complete > 0, complete < bytes.length / 2]).toEqual([api, true, true]);
    }
  });
});

/** Random numbers that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('a thousand random cuts and delays make no call from incomplete arguments', async () => {
  const { url } = await startEmulator(script);
  const recorded = await Promise.all(modelApis.map((api) => recordStream(api, url, request)));
  const players = new Map(modelApis.map((api) => [api, new StreamPlayer(api)]));
  const seed = Number(process.env.TEST_SEED ?? 20_261_129);
  const random = seeded(seed);
  const counts = { whole: 0, cut: 0 };
  for (let number = 0; number < 1_000; number++) {
    const { api, bytes, answer } = recorded[number % recorded.length] ?? recorded[0] ?? never();
    const isCut = random() < 0.8;
    const end = isCut ? Math.floor(random() * bytes.length) : bytes.length;
    const pieces: Piece[] = [];
    for (let at = 0; at < end; ) {
      const length = 1 + Math.floor(random() * 400);
      const delayMs = random() < 0.1 ? Math.floor(random() * 4) : 0;
      pieces.push({ bytes: bytes.slice(at, Math.min(at + length, end)), delayMs });
      at += length;
    }
    const error = isCut && random() < 0.5 ? new TypeError('terminated') : undefined;
    const outcome = await players.get(api)?.play(pieces, request, error);
    const where = `seed ${seed}, number ${number}, ${api}, ${end} of ${bytes.length} bytes`;
    if (outcome && 'answered' in outcome) {
      counts.whole++;
      expect(outcome.answered.tool_calls, where).toEqual(answer.tool_calls);
    } else {
      counts.cut++;
      expect(isCut, where).toBe(true);
      expect(outcome?.failed.code, where).toMatch(/^model_(nonsense|unavailable)$/);
    }
  }
  expect(counts.whole).toBeGreaterThan(100);
  expect(counts.cut).toBeGreaterThan(600);
});

function never(): never {
  throw new Error('nothing was recorded');
}
