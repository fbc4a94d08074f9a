import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeAny } from '@agent-home/agent-runtime/definition';
import { createSkills } from '@agent-home/runtime-node';
import { checkReferences, loadDefinitions } from '@agent-home/runtime-node/definitions';
import { expect, test } from 'vitest';
import { callTool, toText } from '../../../packages/runtime-node/src/testing/tool-calls.ts';

const project = fileURLToPath(new URL('../../../examples/specs', import.meta.url));
const places = { project, global: join(project, 'nothing-global') };

test('every example definition is sound with all it names', async () => {
  const loaded = loadDefinitions(places);
  expect(loaded.problems).toEqual([]);
  expect(loaded.agents.map(({ name, origin }) => `${name} ${origin.codec}`)).toEqual([
    'editor agent-spec',
    'reader markdown',
  ]);
  for (const agent of loaded.agents) expect(checkReferences(agent, loaded)).toEqual([]);
  const kinds = readdirSync(join(project, 'agents'), { recursive: true, encoding: 'utf8' }).flatMap((file) =>
    /\.yaml$|^[a-z-]+\.md$/.test(file)
      ? [decodeAny(readFileSync(join(project, 'agents', file)), { file }).kind]
      : [],
  );
  expect(kinds.toSorted()).toEqual(['Agent', 'Agent', 'Policy', 'Tool']);
  const skills = createSkills({ projectFolder: project, globalFolder: places.global });
  expect(toText(await callTool(skills, 'skills_list', {}))).toMatch(/^release-notes: /);
});
