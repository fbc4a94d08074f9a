import { describe, expect, test } from 'vitest';
import { compileTriggers, routedCharacters } from './route-prompt.ts';
import type { RoutedAgent, Trigger } from './routing.ts';

const trigger = (changes: Partial<Trigger>): Trigger => ({ priority: 0, match: 'word', ...changes });
const agent = (name: string, ...triggers: Partial<Trigger>[]): RoutedAgent => ({
  name,
  file: `agents/${name}.md`,
  triggers: triggers.map(trigger),
});

/** Returns the matched piece of a prompt; undefined if the keyword does not match. */
function piece(keyword: string, prompt: string, match: Trigger['match'] = 'word'): string | undefined {
  const { winner } = compileTriggers([agent('one', { keywords: [keyword], match })]).route(prompt);
  return winner?.matches[0].piece;
}

describe('keywords', () => {
  test('keywords match whole words and CJK anywhere', () => {
    const cases: [keyword: string, prompt: string, taken: string | undefined][] = [
      ['bug', 'There is a Bug.', 'Bug'],
      ['bug', 'debugging bugs', undefined],
      ['bug', 'bug_report bug2 xbug', undefined],
      ['bug', '(bug)', 'bug'],
      ['bug', 'bug-fix', 'bug'],
      ['bug', 'bug', 'bug'],
      ['bug', '', undefined],
      ['PR', 'April, prose', undefined],
      ['PR', 'review my pr!', 'pr'],
      [' pr ', 'a PR', 'PR'],
      ['pull request', 'this Pull\n\t request', 'Pull\n\t request'],
      ['straße', 'in der STRASSE', 'STRASSE'],
      ['STRASSE', 'in der Straße', 'Straße'],
      ['ΟΔΟΣ', 'η οδός, οδος', 'οδος'],
      ['ошибка', 'Это ОШИБКА?', 'ОШИБКА'],
      ['ошибка', 'ошибками', undefined],
      ['istanbul', 'İstanbul’da', 'İstanbul'],
      ['café', 'CAFE\u0301 noir', 'CAFE\u0301'],
      ['cafe\u0301', 'ein Café', 'Café'],
      ['cafe', 'café', undefined],
      ['x', 'x\u0302', undefined],
      ['错误', '这里有错误吗', '错误'],
      ['bug', '这个bug很严重', 'bug'],
      ['bug', '버그bug를', 'bug'],
      ['バグ', 'このバグを直して', 'バグ'],
      ['か', 'か\u3099', undefined],
      ['버그', '버그를 고쳐', '버그'],
      ['버그', '버그를'.normalize('NFD'), '버그'.normalize('NFD')],
      ['버그', '버근', undefined],
      ['api错误', 'API错误码', 'API错误'],
      ['api错误', 'myapi错误', undefined],
      ['🐛', 'eine🐛hier', '🐛'],
      ['❤', 'mit ❤\ufe0f dabei', '❤\ufe0f'],
      ['❤\ufe0f', 'mit ❤ dabei', '❤'],
      ['c++', 'in C++11', 'C++'],
      ['c++', 'libc++', undefined],
      ['\ud83d', '🐛', undefined],
      ['bug', `${'a'.repeat(60_000)} bug`, 'bug'],
    ];
    for (const [keyword, prompt, taken] of cases)
      expect([keyword, prompt.slice(-30), piece(keyword, prompt)]).toEqual([
        keyword,
        prompt.slice(-30),
        taken,
      ]);
  });

  test('match substring finds a keyword within words', () => {
    expect(piece('PR', 'APRIL', 'substring')).toBe('PR');
    expect(piece('pr ', 'my pr is', 'substring')).toBe('pr ');
    expect(piece('pr ', 'prose', 'substring')).toBeUndefined();
    expect(piece('bug', 'DEBUGGING', 'substring')).toBe('BUG');
    expect(piece('s', 'ß', 'substring')).toBeUndefined();
  });

  test('routes a long prompt by its beginning and says so', () => {
    const triggers = compileTriggers([
      agent('one', { keywords: ['early'] }),
      agent('two', { keywords: ['late'] }),
    ]);
    const prompt = `early ${'x'.repeat(routedCharacters)} late`;
    const { candidates, lookedAt } = triggers.route(prompt);
    expect(candidates.map(({ agent: name }) => name)).toEqual(['one']);
    expect(lookedAt).toBe(routedCharacters);
  });
});

describe('expressions', () => {
  test('expressions ignore case, and RE2 refusals name the file', () => {
    const triggers = compileTriggers([
      agent('fits', { regex: 'stack ?trace|panic', intent: 'crash' }, { regex: 'never here' }),
      agent('ahead', { regex: 'a(?=b)', priority: 3 }),
      agent('much', { regex: '((a{100}){100}){100}', priority: 2 }),
      agent('slow', { regex: '^(a+)+$' }),
    ]);
    const { candidates, refused } = triggers.route(`A STACKTRACE ${'a'.repeat(10_000)}!`);
    expect(candidates).toMatchObject([
      {
        agent: 'fits',
        matches: [{ by: 'regex', piece: 'STACKTRACE', start: 2, length: 10, intent: 'crash' }],
      },
    ]);
    expect(refused.map(({ file, regex }) => [file, regex])).toEqual([
      ['agents/ahead.md', 'a(?=b)'],
      ['agents/much.md', '((a{100}){100}){100}'],
    ]);
  });

  test('skips expressions that cannot win unless all are wanted', () => {
    const triggers = compileTriggers([
      agent('key', { keywords: ['bug'], priority: 5 }),
      agent('same', { regex: 'a bug here', priority: 5 }),
      agent('less', { regex: 'bug', priority: 4 }),
    ]);
    const { winner, candidates, regexesLeftOut } = triggers.route('a bug here');
    expect([winner?.agent, candidates.length, regexesLeftOut]).toEqual(['same', 2, 1]);
    expect(triggers.route('a bug here', { every: true })).toMatchObject({
      candidates: [{ agent: 'same' }, { agent: 'key' }, { agent: 'less' }],
      regexesLeftOut: 0,
    });
  });
});

describe('routing of a prompt', () => {
  test('priority, then length, then name decides, with all candidates', () => {
    const prompt = 'a nasty bug in the parser';
    const decide = (...agents: RoutedAgent[]) => {
      const { candidates, decidedBy } = compileTriggers(agents).route(prompt, { every: true });
      return [decidedBy, ...candidates.map(({ agent: name }) => name)];
    };
    const short = agent('short', { keywords: ['bug'] });
    const long = agent('long', { keywords: ['nasty bug'] });
    const last = agent('zeta', { keywords: ['bug'] });
    const strong = agent('strong', { regex: 'in', priority: 0.5 });
    expect(decide(last, short, strong, long)).toEqual(['priority', 'strong', 'long', 'short', 'zeta']);
    expect(decide(last, short, long)).toEqual(['longer_match', 'long', 'short', 'zeta']);
    expect(decide(last, short)).toEqual(['name', 'short', 'zeta']);
    expect(decide(last)).toEqual(['only_candidate', 'zeta']);
    expect(decide(agent('weak', { keywords: ['bug'], priority: -1 }), agent('none'))).toEqual([
      'only_candidate',
      'weak',
    ]);
    expect(decide(agent('none'), agent('other', { keywords: ['elm'] }))).toEqual(['nothing_applies']);
    const both = agent(
      'both',
      { keywords: ['bug', 'parser', 'elm'], intent: 'fix' },
      { regex: 'NASTY', priority: 1 },
    );
    expect(compileTriggers([both]).route(prompt).winner?.matches).toMatchObject([
      { trigger: 1, by: 'regex', pattern: 'NASTY', piece: 'nasty', priority: 1 },
      { trigger: 0, by: 'keyword', pattern: 'parser', intent: 'fix' },
      { trigger: 0, by: 'keyword', pattern: 'bug', intent: 'fix' },
    ]);
  });

  test('agents whose keywords are parts of words or a slip away are near', () => {
    const triggers = compileTriggers([
      agent('debugger', { keywords: ['bug'] }),
      agent('writer', { keywords: ['document'] }),
      agent('other', { keywords: ['elm'] }),
    ]);
    expect(triggers.near('debugging the documnet')).toEqual([
      { agent: 'debugger', keyword: 'bug', word: 'bug' },
      { agent: 'writer', keyword: 'document', word: 'documnet' },
    ]);
    expect(triggers.near('')).toEqual([]);
  });
});
