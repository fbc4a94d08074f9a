import { describe, expect, it } from 'vitest';
import { findProblems } from './find-problems.ts';

const good = `# Doors Specification

## Purpose
Says how the doors of the house open and close, and for whom they stay shut.

## Requirements

### Requirement: A door opens for its key
A door SHALL open for its own key
and for no other.

#### Scenario: the key fits
- **GIVEN** a door
- **WHEN** its key is turned
- **THEN** it opens,
  all the way
- **AND** it stays open
`;

const titles = new Set(['the key fits']);

const check = (text: string, name = 'doors') => findProblems(new Map([[name, text]]), titles);

const collectProblems = (text: string, name?: string) =>
  check(text, name).problems.map((problem) => problem.text);

describe('the check of the specs', () => {
  it('finds nothing in a good spec', () => {
    expect(check(good)).toEqual({ problems: [], untested: [], scenarios: 1 });
  });

  it('names a scenario without a test, to the letter', () => {
    const { problems, untested } = findProblems(
      new Map([['doors', good]]),
      new Set(['The key fits', 'the key']),
    );
    expect(problems).toEqual([]);
    expect(untested).toEqual([{ capability: 'doors', name: 'the key fits' }]);
  });

  it.each<[string, string, string]>([
    ['no title', good.replace('# Doors Specification', ''), 'the title does not end with "Specification"'],
    ['another title', good.replace('Specification', 'Spec'), 'the title does not end with "Specification"'],
    [
      'a short purpose',
      good.replace(', and for whom they stay shut', ''),
      'the purpose has fewer than 50 characters',
    ],
    ['no purpose', good.replace(/## Purpose\n.*\n/, ''), 'the purpose has fewer than 50 characters'],
    ['no requirement', good.slice(0, good.indexOf('### ')), 'there is no requirement'],
    [
      'no SHALL',
      good.replace('SHALL', 'may'),
      'requirement "A door opens for its key" says neither SHALL nor MUST',
    ],
    [
      'no scenario',
      good.slice(0, good.indexOf('#### ')),
      'requirement "A door opens for its key" has no scenario',
    ],
    [
      'no WHEN',
      good.replace('- **WHEN** its key is turned\n', ''),
      'scenario "the key fits" needs a WHEN and a THEN',
    ],
    ['no THEN', good.replace('**THEN**', '**AND**'), 'scenario "the key fits" needs a WHEN and a THEN'],
    [
      'THEN before WHEN',
      good.replace('WHEN', 'x').replace('THEN', 'WHEN').replace('x', 'THEN'),
      'scenario "the key fits" has its THEN before its WHEN',
    ],
    ['AND at first', good.replace('**GIVEN**', '**AND**'), 'scenario "the key fits" begins with AND'],
    [
      'a bullet of another form',
      good.replace('- **GIVEN** a door', '- a door'),
      '"- a door" has no place in the format',
    ],
    [
      'a heading of another form',
      good.replace('#### Scenario: ', '#### '),
      '"#### the key fits" has no place in the format',
    ],
    ['another section', `${good}\n## Notes\nNone.\n`, '"None." has no place in the format'],
    [
      'a long name',
      good.replace('the key fits', 'k'.repeat(121)),
      `scenario "${'k'.repeat(121)}" has a name of more than 120 characters`,
    ],
  ])('finds %s', (_, text, problem) => {
    expect(text).not.toBe(good);
    expect(collectProblems(text)).toContain(problem);
  });

  it('finds a name used twice, in one spec and in two', () => {
    const twice = good + good.slice(good.indexOf('#### '));
    expect(collectProblems(twice)).toEqual(['scenario "the key fits" is in doors too']);
    const both = new Map([
      ['doors', good],
      ['gates', good],
    ]);
    expect(findProblems(both, titles).problems).toMatchObject([
      { capability: 'gates', text: 'scenario "the key fits" is in doors too' },
    ]);
    const requirements = good + good.slice(good.indexOf('### ')).replace('the key fits', 'it fits');
    expect(collectProblems(requirements)).toEqual(['requirement "A door opens for its key" is there twice']);
  });

  it('finds a folder whose name is not kebab-case, and a folder without specs', () => {
    expect(collectProblems(good, 'Door_s')).toEqual(['the folder is not named in kebab-case']);
    expect(findProblems(new Map(), titles).problems).toHaveLength(1);
  });

  it('says in which line', () => {
    expect(check(good.replace('SHALL', 'may')).problems).toMatchObject([{ line: 8 }]);
  });
});
