import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { currentWording } from '../../../packages/agent-runtime/src/wording/current-wording.ts';
import { collectFaults } from './check-message.ts';
import { readCodeLists } from './code-lists.ts';
import { collectMessages, type Message, type NamedTexts } from './collect-messages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Texts of the loop, with placeholders for their values. */
const named: NamedTexts = Object.fromEntries(
  Object.entries(currentWording).map(([name, text]) => [
    name,
    typeof text === 'function' ? text('…', '…', '…') : [text].flat().join(' '),
  ]),
);

/** Tests, texts of modes, which ledgers keep forever, and texts of the kit, which describe requirements. */
const unchecked =
  /\.test\.ts$|\/testing\/|\/contract\/|^packages\/(modes\/src\/(catalogue|proposals|shared)|conformance\/src\/(checks|scenarios))\//;

const lists = readCodeLists();
const codes = new Set(lists.flatMap((list) => list.codes));
const messages = readMessages();

function readMessages(): Message[] {
  const patterns = [
    'packages/*/src/*.ts',
    'apps/cli/src/*.ts',
    'apps/server/src/*.ts',
    'test/meta/protocol-lists/*.ts',
  ];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], {
    cwd: root,
  });
  return String(listed)
    .split('\n')
    .filter((path) => path !== '' && !unchecked.test(path))
    .flatMap((path) => collectMessages(path, readFileSync(`${root}${path}`, 'utf8'), { codes, named }));
}

/** `MESSAGES=1 npm test -- test/meta/messages` prints every code with its texts. */
function printTable(): void {
  for (const list of lists)
    for (const code of list.codes)
      for (const { text, place } of messages.filter((one) => one.code === code))
        console.log([list.name, code, text, place].join('\t'));
}

describe('error messages', () => {
  if (process.env.MESSAGES === '1') printTable();

  test('each code of a closed list has a text', () => {
    const withText = new Set(messages.map(({ code }) => code));
    const missing = lists.flatMap(({ name, codes: own, without = {} }) =>
      own
        .filter((code) => !withText.has(code) && !Object.hasOwn(without, code))
        .map((code) => `${name} ${code}`),
    );
    expect(missing).toEqual([]);
  });

  test('lists and exceptions name existing codes', () => {
    for (const { name, codes: own, without = {} } of lists) {
      expect(own.length, name).toBeGreaterThan(0);
      for (const code of Object.keys(without)) expect(own, name).toContain(code);
    }
  });

  test('texts name the fault in at most two plain sentences', () => {
    const faults = messages.flatMap(({ code, text, place }) =>
      collectFaults(text).map((fault) => `${place} ${code}: ${fault}: ${text}`),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  test.each([
    ['an empty text', ''],
    ['a long text', `the file ${'is far too long '.repeat(20)}`],
    ['three sentences', 'The file is damaged. Restore it. Then start again.'],
    ['a word of the style guide', 'look at the file'],
    ['a missing subject', 'it is too long'],
    ['a vague remedy', 'the call took too long: ask for less'],
  ])('rejects %s', (_, text) => expect(collectFaults(text)).not.toEqual([]));
});
