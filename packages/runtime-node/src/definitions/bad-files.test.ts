import { describe, expect, it } from 'vitest';
import { findAgent, loadDefinitions } from './loading/load-definitions.ts';
import type { BadFile } from './testing/bad-file.ts';
import { badMarkdown } from './testing/bad-markdown.ts';
import { badSettings, badSpecs } from './testing/bad-specs.ts';
import { badTeamwork } from './testing/bad-teamwork.ts';
import { agentSpec, makeProject, markdownAgent } from './testing/project.ts';

const all: BadFile[] = [...badMarkdown, ...badTeamwork, ...badSpecs, ...badSettings];

describe('files that are refused', () => {
  it('every bad file is refused with its position', () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(all.map(judge)).toEqual(
      all.map(([what, , , code, line]) => ({ what, code, line, others: 'sound' })),
    );
  });
});

/** Returns the problems of a bad file next to two good agents, and the state of those. */
function judge([what, path, content, code, line]: BadFile) {
  using project = makeProject({
    [path]: content,
    'agents/good.md': markdownAgent('good'),
    'agents/sound/agent.yaml': agentSpec('sound', 'tools: []'),
    'agents/sound/prompts/own.md': 'You are sound.\n',
  });
  const loaded = loadDefinitions(project);
  const own = loaded.problems.filter(({ file }) => file === `${project.project}/${path}`);
  const found = own.find((problem) => problem.code === code && problem.line === line) ?? own[0];
  const runs = (name: string) => findAgent(loaded, name)?.definition !== undefined;
  const isSound = runs('good') && runs('sound') && !runs('bad') && !runs('bad-spec');
  const others = isSound && own.length === loaded.problems.length ? 'sound' : loaded.problems;
  return { what, code: found?.code, line: found?.line, others };
}
