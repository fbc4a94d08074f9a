import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPolicy, createRulebook } from '../testing/rulebooks.ts';
import { combineRedactions, compileRedaction } from './compile-redaction.ts';
import { redact, redacted } from './redact.ts';

const hide = (text: string, ...patterns: string[]) =>
  redact(text, compileRedaction({ enabled: true, patterns }));

test('redacts each match once and keeps the rest', () => {
  expect(hide('card 4111111111111111, thanks', '[0-9]{16}')).toBe('card [redacted], thanks');
  expect(hide('nothing here', '[0-9]{16}')).toBe('nothing here');
  expect(hide('a b a', 'a')).toBe('[redacted] b [redacted]');
  expect(hide('aaa', 'a')).toBe('[redacted]');
  expect(hide('abcdef', 'bcd', 'cde')).toBe('a[redacted]f');
  expect(hide('abcdef', 'abcdef', 'c')).toBe('[redacted]');
  expect(hide('\u{1f600}key=\u{1f600}x', 'key=.')).toBe('\u{1f600}[redacted]x');
  expect(hide('x@example.org', '(?i)[a-z]+@EXAMPLE[.]org')).toBe(redacted);
  expect(redact('4111', compileRedaction({ enabled: false, patterns: ['[0-9]+'] }))).toBe('4111');
});

test('combines the redactions of several policies', () => {
  const policy = (name: string, patterns: string[], enabled = true) =>
    createPolicy([{ effect: 'allow', action: 'tool.call' }], name, { redaction: { enabled, patterns } });
  const { redaction } = createRulebook({
    policies: [policy('cards', ['[0-9]{16}']), policy('off', ['hello'], false), policy('names', ['Ada'])],
  });
  expect(redact('hello Ada, 4111111111111111', redaction)).toBe('hello [redacted], [redacted]');
  expect(redact('hello', combineRedactions([]))).toBe('hello');
});

test('all matches are removed, and nothing else is lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('secret', 'sec', 'ret', ' ', 'é', '\u{1f600}', 's'), { maxLength: 20 }),
      (parts) => {
        const text = parts.join('');
        const left = hide(text, 'secret', 'sec');
        expect(left.split(redacted).some((part) => /sec/.test(part))).toBe(false);
        expect(left.split(redacted).join('').length).toBe(
          text.length - [...text.matchAll(/secret|sec/g)].reduce((sum, [found]) => sum + found.length, 0),
        );
      },
    ),
  );
});
