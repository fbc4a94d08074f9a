import type { ModelAnswer } from '@agent-home/agent-runtime';
import { compileRedaction } from '@agent-home/agent-runtime/policy';
import { expect, test } from 'vitest';
import { KnownSecrets } from '../vault/known-secrets.ts';
import { Cleaner } from './cleaner.ts';

const secret = 'sk-0123456789abcdef';

const answer = (thought: string): { answered: ModelAnswer } => ({
  answered: {
    content: 'fine',
    thought,
    tool_calls: [{ id: 'a', name: 'read_file', arguments: '{}' }],
    continuation: {
      api: 'anthropic',
      model: 'm',
      reasoning: [{ text: thought, metadata: { anthropic: { signature: 'signed' } } }],
      calls: [],
    },
    stop_reason: 'tool_use',
    model: 'm',
    provider: 'anthropic',
    usage: { input_tokens: 1, output_tokens: 1 },
    elapsed_ms: 1,
    attempts: [],
  },
});

test('thoughts that a secret or a pattern changes do not go back', () => {
  const secrets = new KnownSecrets();
  secrets.add('key', secret);
  const redaction = compileRedaction({ enabled: true, patterns: ['[0-9]{4}-[0-9]{4}'] });
  for (const cleaner of [new Cleaner(secrets), new Cleaner(secrets, redaction)]) {
    const kept = answer('Nothing to hide.');
    expect(cleaner.cleanAnswer(kept)).toEqual(kept);
    const cleaned = cleaner.cleanAnswer(answer(`The key is ${secret}.`));
    expect(cleaned).not.toHaveProperty('answered.continuation');
    expect(JSON.stringify(cleaned)).not.toContain(secret);
  }
  const hidden = new Cleaner(new KnownSecrets(), redaction).cleanAnswer(answer('Card 1234-5678.'));
  expect(hidden).not.toHaveProperty('answered.continuation');
  expect(JSON.stringify(hidden)).not.toContain('1234-5678');
});
