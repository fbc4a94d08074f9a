import { Command } from 'commander';
import { expect, test } from 'vitest';
import { brokenCommands } from './check-commands.ts';
import { brokenLinks } from './check-links.ts';
import { misplacedVariables, variablesIn } from './check-variables.ts';
import { commandHelp } from './command-help.ts';
import { readDocument } from './read-document.ts';
import { readPageTexts } from './read-page-texts.ts';

const paths = new Set(['README.md', 'docs/guide.md', 'docs', 'infra/run.sh', 'docs/picture.png']);
const has = (path: string) => paths.has(path);

test('a link in a document that leads to nothing is named with its line', () => {
  const documents = new Map([
    ['README.md', readDocument('# Home\n\n[guide](docs/guide.md#the-second-part) [gone](docs/gone.md)\n')],
    [
      'docs/guide.md',
      readDocument(
        [
          '# Guide',
          '## The second part',
          '[up](../README.md#home), [here](#guide), [folder](../docs), ![seen](picture.png)',
          '| table |',
          '| --- |',
          '| [no part](../README.md#no-such) and [out](../../etc/passwd) |',
          '[bad address](https://)',
        ].join('\n'),
      ),
    ],
  ]);
  expect(brokenLinks('README.md', { documents, has })).toEqual(['README.md:3: there is no docs/gone.md']);
  expect(brokenLinks('docs/guide.md', { documents, has })).toEqual([
    'docs/guide.md:6: README.md has no part no-such',
    'docs/guide.md:6: ../../etc/passwd leads out of the repository',
    'docs/guide.md:7: https:// is no address',
  ]);
});

test('a command in a document that nothing answers to is named with its line', () => {
  const known: Record<string, string> = {
    '': 'up',
    up: '--no-residents',
    'keys rotate': '--root-keys',
    keys: '',
  };
  const tools = {
    scripts: new Set(['start', 'check']),
    has,
    help: (words: string[]) => known[words.join(' ')],
  };
  const text = [
    'Run `npm run check -- lint` or `npm run lnit`, then `agent-home keys rotate --root-keys FILE`.',
    '```sh',
    'npm ci && npm start',
    'AGENT_HOME_PORT=1 agent-home up \\',
    '  --no-residents --no-such',
    '# agent-home nothing',
    'agent-home fly away',
    'bash infra/run.sh; bash infra/walk.sh',
    'curl http://127.0.0.1/ | agent-home down',
    '```',
  ].join('\n');
  expect(brokenCommands('README.md', readDocument(text), tools)).toEqual([
    'README.md:4: agent-home up knows no --no-such (AGENT_HOME_PORT=1 agent-home up --no-residents --no-such)',
    'README.md:7: agent-home has no command fly away (agent-home fly away)',
    'README.md:8: there is no infra/walk.sh (bash infra/run.sh; bash infra/walk.sh)',
    'README.md:9: agent-home has no command down (curl http://127.0.0.1/ | agent-home down)',
    'README.md:1: there is no script lnit (npm run lnit)',
  ]);
});

test('reads the help of commands and of groups, and of no others', () => {
  const program = new Command('home').addHelpText('after', '\nAfter.');
  program.command('keys').description('Manage keys').command('rotate').option('--root-keys', 'all of them');
  expect(commandHelp(program, [])).toMatch(/^Usage: home [\s\S]*After\.\n$/);
  expect(commandHelp(program, ['keys'])).toMatch(/^Usage: home keys [\s\S]*rotate/);
  expect(commandHelp(program, ['keys', 'rotate'])).toMatch(/^Usage: home keys rotate [\s\S]*--root-keys/);
  expect(commandHelp(program, ['keys', 'rotat'])).toBeUndefined();
  expect(commandHelp(program, ['key'])).toBeUndefined();
});

test('reads commands and documents from texts of the web UI', () => {
  const { commands, files } = readPageTexts(
    '{\n  "a": "Run agent-home keys prove ID --key FILE (docs/keys.md).",\n  "b": "运行 agent-home fly。"\n}\n',
  );
  const tools = {
    scripts: new Set<string>(),
    has,
    help: (words: string[]) => ({ 'keys prove': '--key', keys: '', '': '' })[words.join(' ')],
  };
  expect(brokenCommands('en.json', commands, tools)).toEqual([
    'en.json:3: agent-home has no command fly (agent-home fly)',
  ]);
  expect(files).toEqual([{ line: 2, text: 'docs/keys.md' }]);
});

test('an environment variable without exactly one reference page is named', () => {
  const used = variablesIn("process.env.AGENT_HOME_PORT ?? env['AGENT_HOME_URL']; // AGENT_HOME_*");
  expect([...used]).toEqual(['AGENT_HOME_PORT', 'AGENT_HOME_URL']);
  const reference = { file: 'docs/variables.md', text: '| `AGENT_HOME_URL` | address |' };
  const documents = new Map([
    ['docs/guide.md', 'Set `AGENT_HOME_URL`.\n\n| `AGENT_HOME_URL` | address |\n'],
    ['README.md', 'Set `AGENT_HOME_PORT`.'],
  ]);
  expect(misplacedVariables(used, reference, documents)).toEqual([
    'docs/variables.md: AGENT_HOME_PORT is missing',
    'docs/guide.md:3: describe it in docs/variables.md only',
  ]);
});
