import { describe, expect, it } from 'vitest';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { loadScripts } from '../scripts/load-scripts.ts';
import { findAnswer } from './find-answer.ts';

const user = (text: string): Turn => ({ role: 'user', text });
const model = (text: string): Turn => ({ role: 'assistant', text, calls: [] });
const tool = (name: string, text: string): Turn => ({ role: 'tool', tool: name, text });

function conversation(turns: Turn[], rest: Partial<Conversation> = {}): Conversation {
  return { model: 'small', system: '', tools: [], stopSequences: [], turns, ...rest };
}

function answers(script: string, asked: Conversation) {
  const finding = findAnswer(loadScripts([{ file: 's', text: script }]), asked, 'call_');
  return finding.found === 'answer' ? finding.answer : undefined;
}

const rule = (when: string) => `rules: [{ when: ${when}, answer: yes }]`;
const asked = conversation([user('old'), model('x'), user('new'), model('y'), tool('read', '{"n":3}')], {
  system: 'You are Ada.',
  tools: ['read', 'say'],
});

describe('the rule that answers', () => {
  it.each([
    ['{}', true],
    ['{ model: small }', true],
    ['{ model: [big, sm*] }', true],
    ['{ model: big }', false],
    ['{ system: Ada }', true],
    ['{ system: { lacks: Ada } }', false],
    ['{ user: new }', true],
    ['{ user: old }', false],
    ['{ user: { contains: [old, new] } }', true],
    ['{ user: [old, new] }', false],
    ['{ user: { contains: NEW, ignoreCase: true } }', true],
    ['{ count: 1 }', true],
    ['{ count: { from: 2 } }', false],
    ['{ count: { to: 1 } }', true],
    ['{ tools: say }', true],
    ['{ tools: [say, write] }', false],
    ['{ withoutTools: wri* }', true],
    ['{ withoutTools: [write, r*] }', false],
    ['{ after: read }', true],
    ['{ after: say }', false],
    ['{ after: { contains: "3" } }', true],
    ['{ after: { tool: read, json: { x: missing } } }', false],
    ['{ results: [read, { json: { n: n } }] }', true],
  ])('%s: %s', (when, fits) => {
    expect(answers(rule(when), asked)?.text).toBe(fits ? 'yes' : undefined);
  });

  it('is the first that fits', () => {
    const script =
      'rules: [{ when: { user: a }, answer: one }, { when: { user: b }, answer: two }, { answer: three }]';
    expect(answers(script, conversation([user('b')]))?.text).toBe('two');
    expect(answers(script, conversation([user('c')]))?.text).toBe('three');
  });

  it('distinguishes results since the last user message and answer', () => {
    const later = conversation([user('a'), model(''), tool('read', '1'), model(''), tool('say', '2')]);
    expect(answers(rule('{ after: read }'), later)).toBeUndefined();
    expect(answers(rule('{ results: read, after: say, count: 2 }'), later)?.text).toBe('yes');
    const other = conversation([...later.turns, user('b')]);
    expect(answers(rule('{ results: read }'), other)).toBeUndefined();
  });

  it('says whether it knows the model at all', () => {
    const scripts = loadScripts([
      { file: 's', text: 'rules: [{ when: { model: a*, user: x }, answer: y }]' },
    ]);
    expect(findAnswer(scripts, conversation([], { model: 'ab' }), '').found).toBe('no_rule');
    expect(findAnswer(scripts, conversation([], { model: 'b' }), '').found).toBe('no_model');
  });
});

describe('values from a request', () => {
  it('fills texts and arguments with values of their types', () => {
    const script = `
rules:
  - when:
      user: { like: 'I am {{name}}, {{age}} years old' }
      results: { tool: read, json: { lines: lines, last: 'lines[-1].text' } }
    answer:
      text: '{{name}} ({{age|number}}) after “{{last|first:3}}”: {{missing|or:nobody}}{{model}}{{count}}'
      calls:
        - tool: say
          arguments: { to: 'dear {{name}}', age: '{{age|number}}', lines: '{{lines}}', deep: [{ x: '{{last}}' }] }
        - { tool: 'tool_{{name}}', raw: '{"a": {{count}}, ' }
`.replace('{{missing|or:nobody}}', '');
    const read = JSON.stringify({ lines: [{ text: 'one' }, { text: '好的呀！' }] });
    const answer = answers(
      script,
      conversation([user('I am Ada, 36 years old'), model(''), tool('read', read)]),
    );
    expect(answer?.text).toBe('Ada (36) after “好的呀”: small1');
    expect(JSON.parse(answer?.calls[0]?.arguments ?? '')).toEqual({
      to: 'dear Ada',
      age: 36,
      lines: [{ text: 'one' }, { text: '好的呀！' }],
      deep: [{ x: '好的呀！' }],
    });
    expect(answer?.calls[1]).toMatchObject({ name: 'tool_Ada', arguments: '{"a": 1, ' });
    expect(answer?.stop).toBe('toolCalls');
  });

  it('takes what is not there as nothing, or as what stands after or', () => {
    const script = `rules: [{ when: { user: { like: ['{{a}}!', '{{b}}?'] } }, answer: '[{{a}}] [{{b|or:none}}]' }]`;
    expect(answers(script, conversation([user('who?')]))?.text).toBe('[] [who]');
    expect(answers(script, conversation([user('you!')]))?.text).toBe('[you] [none]');
  });

  it('fills in others’ words without treating them as placeholders', () => {
    const script = `rules: [{ when: { user: { like: 'say {{x}}' } }, answer: '{{x}}' }]`;
    expect(answers(script, conversation([user('say {{model}} *')]))?.text).toBe('{{model}} *');
  });
});

describe('the same request', () => {
  const script = `rules: [{ choose: [a, b, c, d, e, f, g, h] }]`;

  it('has the same answer, and others have others', () => {
    const said = (text: string) => answers(script, conversation([user(text)]))?.text;
    const all = Array.from({ length: 100 }, (_, index) => said(`message ${index}`));
    expect(all).toEqual(Array.from({ length: 100 }, (_, index) => said(`message ${index}`)));
    expect(new Set(all).size).toBe(8);
  });

  it('repeats no answer that the conversation contains', () => {
    const careful = `rules:
  - choose:
      - a first
      - calls: [{ tool: say, arguments: { text: 'a "second"' } }]
    avoidRepeats: true
  - answer: nothing new`;
    const first = conversation([user('go'), tool('read', '{"lines":["a \\"second\\""]}')]);
    expect(answers(careful, first)?.text).toBe('a first');
    const second = conversation([user('go'), model('a first'), user('go')]);
    expect(answers(careful, second)?.calls[0]?.arguments).toBe('{"text":"a \\"second\\""}');
    const both = conversation([user('a first'), tool('read', '{"lines":["a \\"second\\""]}')]);
    expect(answers(careful, both)?.text).toBe('nothing new');
  });

  it('costs the same, four bytes a token', () => {
    const counted = answers(
      'rules: [{ answer: 12345678 9 }]',
      conversation([user('x'.repeat(40))], { system: 'abcd' }),
    );
    expect(counted?.usage).toEqual({ input: 11, output: 3 });
    const said = answers('rules: [{ answer: { text: a, usage: { input: 7, output: 9 } } }]', asked);
    expect(said?.usage).toEqual({ input: 7, output: 9 });
  });
});
