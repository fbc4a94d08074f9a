import { expect, test, vi } from 'vitest';
import { commandPlace } from '../../testing/command-place.ts';
import { findTemplate } from '../authoring/find-template.ts';

const agent = (name: string, color: string) =>
  `---\nkind: agent\nname: ${name}\ntitle: T\ncolor: "${color}"\n---\nYou help.\n`;

test('agents list shows times and name colours', async () => {
  const place = commandPlace({
    'home/.agent-home/settings.json': '{}',
    'project/agents/ada.md': agent('ada', '#FF5733'),
    'project/agents/bob.md': agent('bob', 'cyan'),
  });
  vi.stubEnv('NO_COLOR', '1');
  vi.stubEnv('FORCE_COLOR', undefined);
  expect((await place.run('agents', 'list')).stdout).toMatch(/^ {2}ada {2}T/m);
  vi.stubEnv('NO_COLOR', undefined);
  vi.stubEnv('FORCE_COLOR', '3');
  const { stdout } = await place.run('agents', 'list');
  vi.unstubAllEnvs();
  expect(stdout).toContain('\u001b[38;2;255;87;51mada\u001b[39m');
  expect(stdout).toContain('\u001b[36mbob\u001b[39m');
  const { agents } = JSON.parse((await place.run('agents', 'list', '--format', 'json')).stdout);
  for (const { createdAt, updatedAt } of agents) {
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(updatedAt)).toBeLessThanOrEqual(Date.now());
  }
});

test('templates of agents/templates are found', () => {
  const place = commandPlace({ 'home/.agent-home/agents/templates/debugging.md': agent('mine', 'red') });
  const found = findTemplate(`${place.home}/.agent-home`, 'debugging');
  expect(found.text).toContain('name: mine');
});
