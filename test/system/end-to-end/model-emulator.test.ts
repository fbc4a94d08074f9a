import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@agent-home/local-postgres';
import OpenAI from 'openai';
import { expect, onTestFinished, test } from 'vitest';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { agentHome, expectOneLine } from '../../support/terminal.ts';

const examples = fileURLToPath(new URL('../../../examples/model-scripts', import.meta.url));

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'model-scripts-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test('agent-home model-emulator answers from the scripts it is given', async () => {
  const scripts = await folder();
  await writeFile(join(scripts, 'b.yaml'), 'rules: [{ when: { model: other }, answer: the second }]');
  await writeFile(join(scripts, 'a.yml'), 'rules: [{ when: { model: other, user: a }, answer: the first }]');
  await writeFile(join(scripts, 'notes.txt'), 'no script');
  const port = await freePort();
  const emulator = new AgentHomeProcess(['model-emulator', examples, scripts], {
    AGENT_HOME_MODEL_PORT: String(port),
  });
  await emulator.start();
  onTestFinished(() => emulator.stop());
  const openai = new OpenAI({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'any', maxRetries: 0 });
  const said = async (model: string, content: string) => {
    const answer = await openai.chat.completions.create({ model, messages: [{ role: 'user', content }] });
    return answer.choices[0]?.message.content;
  };
  expect(await said('greeter', '我叫小明。')).toContain('小明');
  expect([await said('other', 'a'), await said('other', 'b')]).toEqual(['the first', 'the second']);
  await emulator.interrupt();
});

test('agent-home model-emulator reports a script fault on one line', async () => {
  const scripts = await folder();
  const file = join(scripts, 'wrong.yaml');
  await writeFile(file, 'rules:\n  - answer: a\n    wen: {}\n');
  expectOneLine(await agentHome(['model-emulator', scripts]), /wrong\.yaml:3:5: .*wen.*\[invalid_script\]$/m);
  expectOneLine(
    await agentHome(['model-emulator', join(scripts, 'none.yaml')]),
    /does not exist: .* \[invalid_script\]$/m,
  );
  await rm(file);
  expectOneLine(await agentHome(['model-emulator', scripts]), /has no \.yaml file: .* \[invalid_script\]$/m);
});
