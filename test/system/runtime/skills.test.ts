import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNativeTools, createSkills } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const script = `
rules:
  - when: { after: { tool: skills_read } }
    answer: Dear reader.
  - when: { after: { tool: skills.list } }
    answer: { calls: [{ tool: skills_read, arguments: { name: letters } }] }
  - when: { user: letter }
    answer: { calls: [{ tool: skills.list, arguments: {} }] }
`;

test('an agent reads a skill by any tool’s name', async () => {
  const { runtime, order, check, project } = await openWorkshop(script, {
    providers: (folder) => [
      createNativeTools({ projectFolder: folder }),
      createSkills({ projectFolder: folder, globalFolder: join(folder, 'nowhere') }),
    ],
  });
  await mkdir(join(project, 'agents/skills/letters'), { recursive: true });
  await writeFile(
    join(project, 'agents/skills/letters/SKILL.md'),
    '---\nname: letters\ndescription: Writes letters.\n---\n\nBegin with Dear.\n',
  );
  const message = { text: 'write a letter', origin: 'user', tainted: false };
  const { runId, state } = await runtime.postMessage(order(), message);
  expect(state.ended).toMatchObject({ status: 'answered', answer: 'Dear reader.' });
  const { records } = await check(runId);
  const requested = records.flatMap(({ type, data }) => (type === 'call.requested' ? [data] : []));
  expect(requested).toMatchObject([
    { requested_name: 'skills.list', name: 'skills_list', name_resolution: 'alias', source: 'skills' },
    { requested_name: 'skills_read', name: 'skills_read', name_resolution: 'exact', source: 'skills' },
  ]);
  const results = records.flatMap(({ type, data }) =>
    type === 'kairo.tool.result' ? [JSON.stringify(data)] : [],
  );
  expect(results[0]).toContain('letters: Writes letters.');
  expect(results[1]).toContain('Begin with Dear.');
});
