import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { findSymbol } from './find-symbol.ts';

const source = `
function open(key: string): void;
function open(key: string) { turn(key); }
const turn = (key: string) => { const inner = { turn: 1 }; return inner; };
export const lock = { open: (key: string) => key, 'left-handed': true, bolt: { open() {} } };
class Door {
  #locked = true;
  constructor(readonly key: string) {}
  open(): void {}
  static of = 1;
}
interface Handle { turn(): void }
`;
const file = ts.createSourceFile('door.ts', source, ts.ScriptTarget.Latest, true);
const found = (symbol: string) => findSymbol(file, symbol).map((node) => node.getText());

describe('a symbol', () => {
  it.each([
    ['open', 'function open(key: string) { turn(key); }'],
    ['turn', 'const turn = (key: string) => { const inner = { turn: 1 }; return inner; };'],
    ['lock.open', 'open: (key: string) => key'],
    ['lock.left-handed', "'left-handed': true"],
    ['lock.bolt.open', 'open() {}'],
    ['Door.open', 'open(): void {}'],
    ['Door.#locked', '#locked = true;'],
    ['Door.constructor', 'constructor(readonly key: string) {}'],
    ['Door.of', 'static of = 1;'],
    ['Handle.turn', 'turn(): void'],
  ])('%s is found with its code alone', (symbol, code) => {
    expect(found(symbol)).toEqual([code]);
  });

  it.each(['inner', 'turn.turn', 'Door.close', 'lock.close', 'window'])('%s is not found', (symbol) => {
    expect(found(symbol)).toEqual([]);
  });
});
