import { expect, test } from 'vitest';
import { learnNames, nameOfAgent } from './agent-names.ts';

test('ids distinguish agents of the same name', () => {
  expect(nameOfAgent('lao')).toBe('lao');
  learnNames({ names: { lao: '老姜', wren: 'Wren' } });
  expect(nameOfAgent('lao')).toBe('老姜');
  learnNames({ names: { imp: ' ＷＲＥＮ', fake: 'lao' } });
  expect([nameOfAgent('wren'), nameOfAgent('imp')]).toEqual(['Wren (wren)', ' ＷＲＥＮ (imp)']);
  expect(nameOfAgent('fake')).toBe('lao (fake)');
  learnNames({ names: { imp: 'Imp' } });
  expect([nameOfAgent('wren'), nameOfAgent('imp')]).toEqual(['Wren', 'Imp']);
  learnNames({ names: [] });
  learnNames(undefined);
});
