import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { agentFile } from '../support/agent-file.ts';
import { processesIn } from '../support/agent-project.ts';
import { expectInOrder, openAccepted } from './support/accepted-project.ts';

const enter = '\r';

const searching = `
rules:
  - when: { after: { tool: mcp__files__write_file } }
    answer: There are two TODO comments, and I may not write.
  - when: { after: { tool: write_file } }
    answer: { calls: [{ tool: mcp__files__write_file, arguments: { path: list.txt, content: two } }] }
  - when: { after: { tool: grep } }
    answer: { calls: [{ tool: write_file, arguments: { path: list.txt, content: two } }] }
  - when: { after: { tool: read_file } }
    answer: { calls: [{ tool: grep, arguments: { pattern: TODO, path: app.txt } }] }
  - when: { user: TODO }
    answer: { calls: [{ tool: read_file, arguments: { path: app.txt } }] }
`;

const remembering = `
rules:
  - when: { system: You are everyday, user: What do I work on }
    answer: You told me what you work on.
  - answer: 'Heard: {{user}}'
`;

const reviewing = `
rules:
  - when:
      after:
        tool: mcp__github__get_pull_request
        json: { title: title, author: author, files: changed_files }
    answer: 'Review of "{{title}}" by {{author}}: {{files}} files, and it is sound.'
  - when: { user: review }
    answer:
      calls:
        - tool: mcp__github__get_pull_request
          arguments: { owner: acme, repo: pool, pull_number: 42 }
`;

describe('acceptance of one agent', () => {
  test('S3-70: an agent made from a template is listed', async () => {
    const { shownBy, folder } = await openAccepted('rules: [{ answer: x }]');
    const made = await shownBy('agents', 'create', 'debug-analyzer', '--template', 'debugging');
    expect([made.code, made.shown]).toEqual([0, expect.stringMatching(/^debug-analyzer is created: /m)]);
    const listed = await shownBy('agents', 'list');
    expect([listed.code, listed.shown]).toEqual([0, expect.stringMatching(/^ {2}debug-analyzer /m)]);
    const text = await readFile(join(folder, 'agents/debug-analyzer.md'), 'utf8');
    for (const field of [
      'kind: agent',
      'name: debug-analyzer',
      'title: ',
      'description: ',
      'model: ',
      'allow:',
    ])
      expect(text.split('\n---\n')[0]).toContain(field);
    expect(decodeMarkdown(text).systemPrompt).toMatch(/^# Role\n\n\w/);
    const judged = await shownBy('agents', 'validate', 'debug-analyzer');
    expect([judged.code, judged.shown]).toEqual([0, expect.stringContaining('Validation: 6/6 passed')]);
  });

  test('S3-71: an agent’s tool list allows reading and refuses writing', async () => {
    const { shownBy, asked, folder } = await openAccepted(searching, {
      'app.txt': 'one // TODO mend\ntwo\nthree // TODO test\n',
      'agents/searcher.md': agentFile(
        'searcher',
        'tools: { allow: [read_file, grep] }',
        'mcp: { servers: [files] }',
      ),
    });
    const { code, shown } = await shownBy(
      'agents',
      'run',
      'searcher',
      '-p',
      'Find all TODO comments in app.txt.',
      '--verbose',
    );
    expect(code).toBe(0);
    expectInOrder(shown, [
      /✔ read_file \(safe\) allowed/,
      /✔ grep \(safe\) allowed/,
      /✘ write_file \(low\) denied .*by tools\.allow/,
      /→ write_file error .*Tool not allowed for this agent: write_file/,
      /✘ mcp\.files\.write_file .*denied .*by tools\.allow/,
      /→ mcp\.files\.write_file error .*Tool not allowed for this agent: mcp\.files\.write_file/,
      /There are two TODO comments/,
    ]);
    await expect(stat(join(folder, 'list.txt'))).rejects.toThrow(/ENOENT/);
    const last = JSON.stringify(asked('You are searcher').at(-1)?.messages);
    for (const line of ['TODO mend', 'TODO test', 'Tool not allowed for this agent: write_file'])
      expect(last).toContain(line);
    expect(asked('You are searcher')[0]?.tools?.toSorted()).toEqual(['grep', 'read_file']);
  });

  test('S3-72: contexts of agents stay separate', async () => {
    const { talk, shownBy, asked } = await openAccepted(remembering, {
      'agents/everyday.md': agentFile('everyday'),
      'agents/debug-analyzer.md': agentFile('debug-analyzer', 'mcp: { servers: [files] }'),
    });
    const main = talk('agents', 'run', 'everyday', '--interactive');
    await main.shows('The everyday> ');
    main.type(`I work on the marker-of-the-parser.${enter}`);
    await main.shows('Heard: I work on');
    await main.shows('The everyday> ');
    const other = await shownBy('agents', 'run', 'debug-analyzer', '-p', 'Look at the marker-of-the-socket.');
    expect([other.code, other.shown]).toEqual([
      0,
      expect.stringContaining('Heard: Look at the marker-of-the-socket.'),
    ]);
    main.type(`What do I work on?${enter}`);
    await main.shows('You told me what you work on.');
    await main.shows('The everyday> ');
    main.type(`exit${enter}`);
    expect(await main.ended).toBe(0);
    const said = (system: string) => JSON.stringify(asked(system).at(-1)?.messages);
    expect(said('You are everyday')).toContain('marker-of-the-parser');
    expect(said('You are everyday')).not.toContain('marker-of-the-socket');
    const again = talk('agents', 'run', 'debug-analyzer', '--interactive');
    await again.shows('The debug-analyzer> ');
    again.type(`What did you look at?${enter}`);
    await again.shows('Heard: What did you look at?');
    await again.shows('The debug-analyzer> ');
    again.type(`context${enter}`);
    expect(await again.shows('The debug-analyzer> ')).toMatch(/user: Look at the marker-of-the-socket\./);
    again.type(`exit${enter}`);
    expect(await again.ended).toBe(0);
    expect(said('You are debug-analyzer')).toContain('marker-of-the-socket');
    expect(JSON.stringify(asked('You are debug-analyzer'))).not.toContain('marker-of-the-parser');
  }, 60_000);

  test('S3-73: a GitHub server supplies a pull request for review', async () => {
    const { shownBy, folder } = await openAccepted(reviewing, {
      'agents/reviewer.md': agentFile(
        'reviewer',
        'tools: { allow: [mcp.github.get_pull_request] }',
        'mcp: { servers: [github] }',
      ),
    });
    const { code, shown } = await shownBy(
      'agents',
      'run',
      'reviewer',
      '-p',
      'Please review pull request 42.',
    );
    expect(code).toBe(0);
    expectInOrder(shown, [
      /✔ mcp\.github\.get_pull_request .*allowed/,
      /Review of "Close the pool before the socket" by grace: 3 files, and it is sound\./,
    ]);
    await eventually(async () => expect(await processesIn(folder)).toEqual([]));
  });

  test('S3-74: validation finds an agent with an unconfigured server', async () => {
    const { shownBy } = await openAccepted('rules: [{ answer: x }]', {
      'agents/reader.md': agentFile('reader', 'mcp: { servers: [files] }'),
      'agents/reviewer.md': agentFile('reviewer', 'mcp: { servers: [githab] }'),
    });
    const all = await shownBy('agents', 'validate', '--all');
    expect(all.code).toBe(1);
    expect(all.shown).toMatch(/^✓ ada \(project\): valid$/m);
    expect(all.shown).toMatch(/^✓ reader \(project\): valid$/m);
    expect(all.shown).toMatch(/^✗ reviewer \(project\): invalid: .*MCP server not configured: githab/m);
    expect(all.shown).toMatch(/^Validation: 2\/3 valid$/m);
    const one = await shownBy('agents', 'validate', 'reviewer');
    expect([one.code, one.shown]).toEqual([1, expect.stringMatching(/^Validation: 5\/6 passed$/m)]);
    const nobody = await shownBy('agents', 'run', 'reviwer', '-p', 'hello');
    expect([nobody.code, nobody.shown]).toEqual([2, expect.stringMatching(/Agent not found: reviwer/)]);
  });
});
