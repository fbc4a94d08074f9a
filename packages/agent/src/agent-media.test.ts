import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replayLog } from '@agent-home/agent-runtime';
import { expect, test } from 'vitest';
import { run } from './index.ts';
import { key, openProject, openStudio } from './testing/studio.ts';

const text = `
rules:
  - when: { after: { tool: read_file } }
    answer: 'I see {{result}}'
  - when: { user: read both, tools: read_file, count: 0 }
    answer: { calls: [{ tool: read_file, arguments: { path: a.png } }, { tool: read_file, arguments: { path: b.pdf } }] }
  - when: { user: read, tools: read_file, count: 0 }
    answer: { calls: [{ tool: read_file, arguments: { path: a.png } }] }
  - answer: 'I was given {{user}}'
`;

const image = (more = '') => {
  const head = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x05\0\0\0\x07', 'latin1');
  return Buffer.concat([head, Buffer.from(more)]);
};
const pdf = Buffer.from('%PDF-1.7\n%%EOF');
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const seen = (type: string, content: Buffer) =>
  `[${type}, ${content.length} bytes, sha256 ${sha256(content)}]`;

async function openPictures(input: ('text' | 'image' | 'pdf')[]) {
  const studio = await openStudio({ text });
  const { createAgent, project, emulator } = studio;
  const write = (name: string, content: Buffer | string) => writeFile(join(project, name), content);
  await write('a.png', image());
  await write('b.pdf', pdf);
  const model = { provider: 'emulator', url: `${emulator.url}/v1`, model: 'words', key, input } as const;
  return { ...studio, write, agent: createAgent({ model, tools: ['read_file'] }) };
}

test('read_file shows images and PDFs to a model that takes them', async () => {
  const { agent, store, write, emulator } = await openPictures(['text', 'image', 'pdf']);
  const { output, runId, sessionId } = await run(agent, 'read both');
  expect(output).toContain('[b.pdf: application/pdf, 14 bytes, sha256');
  expect(output).toContain(seen('image/png', image()));
  expect(output).toContain(seen('application/pdf', pdf));
  const stored = await store.read(runId);
  expect(replayLog(stored.lines, stored.value).missing).toEqual([]);
  // The next run of the session reads that there were files, without their bytes.
  await run(agent, 'and now?', { session: sessionId });
  const last = JSON.stringify(emulator.journal().at(-1));
  expect(last).toContain('[left out: a.png (image/png)]');
  expect(last).not.toContain('data:image/png');
  // A large image is stored next to the log by its hash.
  const large = image('x'.repeat(300_000));
  await write('a.png', large);
  const larger = await run(agent, 'read it');
  expect(larger.output).toContain(seen('image/png', large));
  const { lines, value } = await store.read(larger.runId);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100_000);
  expect(replayLog(lines, value).missing).toEqual([]);
});

test('read_file refuses images for a model without them', async () => {
  const { agent, emulator } = await openPictures(['text', 'pdf']);
  const { output } = await run(agent, 'read it');
  expect(output).toContain('media_not_accepted');
  expect(output).toContain('models.NAME.input');
  expect(JSON.stringify(emulator.journal())).not.toContain('data:image/png');
});

test('the bytes of a file decide its type, not its name', async () => {
  const { agent, write } = await openPictures(['text', 'image']);
  await write('a.png', 'words in a file');
  expect((await run(agent, 'read it')).output).toContain('words in a file');
  await write('a.png', pdf);
  expect((await run(agent, 'read it')).output).toContain('media_not_accepted');
  await write('a.png', image().subarray(0, 18));
  expect((await run(agent, 'read it')).output).toContain('media_invalid');
});

test('an image that contains a secret is left out', async () => {
  const { agent, write, emulator } = await openPictures(['text', 'image']);
  await write('a.png', image(`comment ${key}`));
  expect((await run(agent, 'read it')).output).toContain('a.png is left out: it contains a secret');
  expect(JSON.stringify(emulator.journal())).not.toContain('data:image/png');
});

test('attached files reach a model that takes them', async () => {
  const { agent, project, createAgent } = await openPictures(['text', 'image']);
  const attach = [join(project, 'a.png')];
  expect((await run(agent, 'What is this? ', { attach })).output).toContain(seen('image/png', image()));
  await expect(run(createAgent(), 'What is this?', { attach })).rejects.toMatchObject({
    code: 'media_not_accepted',
  });
  for (const name of ['nothing.png', '.'])
    await expect(run(agent, 'x', { attach: [join(project, name)] })).rejects.toMatchObject({
      name: 'AgentError',
      code: 'media_unreadable',
    });
});

test('a guardrail on results withholds the files that it cannot check', async () => {
  const guardrails = [
    'guardrails: [{ name: short, policy: repair, on: tool_result, schema: { type: object } }]',
  ];
  const { open, trust, write, emulator, project } = await openProject(guardrails, text);
  const models = {
    words: { provider: 'emulator', url: `${emulator.url}/v1`, key: 'vault://words', input: ['image'] },
  };
  const vault = { words: { file: join(project, 'words.key') } };
  await write('settings.json', JSON.stringify({ models, vault }));
  await writeFile(join(project, 'a.png'), image());
  trust();
  await run(open([]), 'read it');
  expect(emulator.journal().length).toBeGreaterThan(1);
  expect(JSON.stringify(emulator.journal())).not.toContain('data:image/png');
});
