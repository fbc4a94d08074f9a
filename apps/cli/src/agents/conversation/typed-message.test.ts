import { expect, test } from 'vitest';
import type { SlashCommand } from './slash-commands.ts';
import { type Meaning, TypedMessage } from './typed-message.ts';

const mostBytes = 20;
const command = (name: SlashCommand, argument = ''): Meaning => ({ kind: 'command', name, argument });
const say = (text: string): Meaning => ({ kind: 'say', text });

test('input is a command alone, otherwise a message', () => {
  const cases: [lines: string[], Meaning | undefined][] = [
    [['exit'], command('exit')],
    [['  help '], command('help')],
    [['/help'], command('help')],
    [['/undo  '], command('undo')],
    [['/model small'], command('model', 'small')],
    [['/export  a b.md '], command('export', 'a b.md')],
    [['/hepl'], { kind: 'unknown_command', name: 'hepl', nearest: 'help' }],
    [['/constructor'], { kind: 'unknown_command', name: 'constructor', nearest: undefined }],
    [['/undo twice'], { kind: 'unexpected_argument', name: 'undo' }],
    [['/etc/hosts'], say('/etc/hosts')],
    [['/etc/hosts has'], say('/etc/hosts has')],
    [['/tmp, and'], say('/tmp, and')],
    [['/Help'], say('/Help')],
    [['/help2'], say('/help2')],
    [[' /help'], say(' /help')],
    [['/'], say('/')],
    [['/ help'], say('/ help')],
    [['/help\\', 'me'], say('/help\nme')],
    [['///help'], say('/help')],
    [['help me'], say('help me')],
    [['Exit'], say('Exit')],
    [['constructor'], say('constructor')],
    [['//exit'], say('exit')],
    [['////x'], say('//x')],
    [['//'], { kind: 'nothing' }],
    [['', ' ', '\t'], { kind: 'nothing' }],
    [[' as typed '], say(' as typed ')],
    [['one\\'], undefined],
    [['one\\', 'two\\', 'three'], say('one\ntwo\nthree')],
    [['one\\', 'exit'], say('one\nexit')],
    [['one\\', ''], say('one\n')],
    [['a back\\ slash'], say('a back\\ slash')],
    [['x'.repeat(21)], { kind: 'too_large' }],
    [[`${'x'.repeat(15)}\\`, `${'y'.repeat(15)}\\`], { kind: 'too_large' }],
  ];
  for (const [lines, meaning] of cases) {
    const typed = new TypedMessage(mostBytes);
    let meant: Meaning | undefined;
    for (const line of lines) meant = typed.add(line);
    expect([lines, meant, typed.hasBegun]).toEqual([lines, meaning, meaning === undefined]);
  }
});

test('an abandoned or oversized message leaves no trace', () => {
  const typed = new TypedMessage(mostBytes);
  typed.add('one\\');
  typed.clear();
  expect(typed.add('two')).toEqual(say('two'));
  typed.add(`${'x'.repeat(30)}\\`);
  expect(typed.add('three')).toEqual(say('three'));
});
