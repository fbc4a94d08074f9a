import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { describe, expect, it } from 'vitest';
import { writeAgent } from './agent-answers.ts';
import { blank } from './templates/blank.ts';
import { debugging } from './templates/debugging.ts';

const made = (template: string, answers: object) =>
  decodeMarkdown(writeAgent(template, { name: 'ada-two', scope: 'project', ...answers }), {
    expected: { name: 'ada-two', scope: 'project' },
  });

describe('answers written into a template', () => {
  it('writes the answers and keeps comments and prompt', () => {
    const text = writeAgent(debugging, {
      name: 'ada-two',
      scope: 'project',
      title: 'A: "title"',
      model: 'big',
    });
    expect(text.slice(text.indexOf('\n# Role'))).toBe(debugging.slice(debugging.indexOf('\n# Role')));
    expect(text).toContain('# bash reproduces the failure');
    expect(decodeMarkdown(text)).toMatchObject({
      title: 'A: "title"',
      model: { name: 'big' },
      description: decodeMarkdown(debugging).description,
      tools: decodeMarkdown(debugging).tools,
    });
  });

  it.each<[string, string, object, object]>([
    [
      'a title is made of the name',
      blank,
      {},
      { title: 'Ada Two', description: '', tools: { allow: expect.any(Array) } },
    ],
    ['tools replace those of the template', debugging, { tools: ['grep'] }, { tools: { allow: ['grep'] } }],
    ['no tools are none', blank, { tools: [] }, { tools: { allow: [] } }],
    [
      'what is asked for by name is not denied',
      debugging,
      { tools: ['read_file', 'write_file'] },
      {
        tools: {
          allow: ['read_file', 'write_file'],
          deny: ['edit_file', 'apply_patch', 'delete_file', 'git_commit'],
        },
      },
    ],
    [
      'a server brings its tools',
      blank,
      { tools: ['grep'], servers: ['github'] },
      { tools: { allow: ['grep', 'mcp.github.*'] }, mcpServers: ['github'] },
    ],
    [
      'a server some of whose tools are named brings no others',
      blank,
      { tools: ['mcp.github.get_issue'], servers: ['github'] },
      { tools: { allow: ['mcp.github.get_issue'] } },
    ],
  ])('%s', (_, template, answers, expected) => {
    expect(made(template, answers)).toMatchObject(expected);
  });

  it('writes extended answers and nothing skipped', () => {
    const { teamwork } = made(blank, {
      extended: {
        keywords: ['bug', 'crash'],
        priority: 7,
        handoff: { to: 'code-fixer', when: "task.status == 'ready'", schema: { type: 'object' } },
        sessionKeys: ['task'],
        longTerm: 'filesystem',
      },
    });
    expect(teamwork).toMatchObject({
      triggers: [{ intent: 'ada-two', keywords: ['bug', 'crash'], priority: 7 }],
      handoffs: [
        { to: 'code-fixer', when: "task.status == 'ready'", payload: { schema: { type: 'object' } } },
      ],
      memory: { session: ['task'], long_term: { backend: 'filesystem' } },
    });
    expect(Object.keys(teamwork).sort()).toEqual(['handoffs', 'memory', 'triggers']);
    expect(made(blank, { extended: {} }).teamwork).toEqual({});
  });
});
