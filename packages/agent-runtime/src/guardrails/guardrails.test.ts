import { describe, expect, test } from 'vitest';
import {
  bad,
  collectChecks,
  collectRepairs,
  custom,
  findEnd,
  found,
  good,
  guarded,
  schema,
  shape,
} from '../testing/guarded-play.ts';
import { playTime } from '../testing/play-run.ts';

describe('guardrails', () => {
  test('a conforming answer passes, another ends the run with fields', () => {
    const fits = guarded([shape('reject')], [{ content: good }]);
    expect(findEnd(fits)).toMatchObject({ status: 'answered', answer: good });
    expect(found(fits)).toEqual(['shape yes 1']);
    expect(fits.state.transcript.at(-1)).toMatchObject({ role: 'assistant', content: good });

    const played = guarded([shape('reject')], [{ content: bad, thought: 'CANARY thought' }]);
    const wrong = ['missing_required path=reason expected=present', 'type path=confidence expected=number'];
    expect(findEnd(played)).toMatchObject({
      status: 'failed',
      code: 'guardrail_violation',
      answer: '',
      message: `The answer did not pass the guardrail "shape": ${wrong.join('; ')}`,
    });
    expect(collectChecks(played)).toEqual([
      { name: 'shape', policy: 'reject', passed: false, errors: wrong, attempt: 1 },
    ]);
    expect(played.lines.join('\n') + JSON.stringify([played.state.transcript, played.records])).not.toContain(
      'CANARY',
    );
    // The log contains it in an attachment.
    expect(played.lines.join('\n')).toMatch(
      /"content":\{"\$beside":"[0-9a-f]{64}","bytes":23,"form":"text"\}/,
    );
  });

  test('an answer of one JSON block is its content', () => {
    for (const block of [
      `\`\`\`json\n${good}\n\`\`\``,
      ` \n\`\`\`\n${good}\n\`\`\`\n`,
      `\`\`\`JSON \r\n${good}\r\n\`\`\``,
    ])
      expect([block, findEnd(guarded([shape('reject')], [{ content: block }])).answer]).toEqual([
        block,
        good,
      ]);
    for (const text of [
      `Here: \`\`\`json\n${good}\n\`\`\``,
      `\`\`\`CANARY\n${good}\n\`\`\``,
      `\`\`\`json\n${good}\n\`\`\`\nCANARY`,
      `\`\`\`json\n${good}\n\`\`\`\n\`\`\`json\n${good}\n\`\`\``,
      `\`\`\`json ${good} \`\`\``,
      `${good} ${good}`,
      '',
    ])
      expect([text, findEnd(guarded([shape('reject')], [{ content: text }])).status]).toEqual([
        text,
        'failed',
      ]);
  });

  test('guardrails run in order and again after a repair', () => {
    const open = { ...shape('reject', 'open'), schema: { type: 'object', maxProperties: 2 } };
    const played = guarded(
      [open, shape('repair'), custom('reject')],
      [{ content: '{}' }, { content: good }],
      {
        judge: ({ output }) => ({ passed: output === good, errors: [] }),
      },
    );
    expect(found(played)).toEqual(['open yes 1', 'shape no 1', 'shape yes 2', 'polite yes 2', 'open yes 2']);
    expect(findEnd(played).answer).toBe(good);

    // An output that a later guardrail repairs must not bypass an earlier one.
    const more = '{"reason":"","confidence":1}';
    const none = { ...shape('reject', 'none'), schema: { type: 'object', maxProperties: 1 } };
    const past = guarded([none, shape('repair')], [{ content: '{}' }, { content: more }]);
    expect(found(past)).toEqual(['none yes 1', 'shape no 1', 'shape yes 2', 'none no 2']);
    expect(findEnd(past)).toMatchObject({ status: 'failed', answer: '' });
  });

  test('a repair gets schema, answer and errors, and no tools', () => {
    const played = guarded([shape('repair')], [{ content: bad }, { content: `\`\`\`json\n${good}\n\`\`\`` }]);
    expect(findEnd(played)).toMatchObject({ status: 'answered', answer: good });
    const [asked, ...others] = collectRepairs(played);
    expect(others).toEqual([]);
    expect(asked).toMatchObject({ provider: 'emulator', model: 'small', tools: [] });
    expect(JSON.parse(asked?.messages[0]?.content ?? '')).toEqual({
      schema,
      output: bad,
      errors: ['missing_required path=reason expected=present', 'type path=confidence expected=number'],
    });
    const purposes = played.records
      .filter(({ type }) => type === 'model.requested')
      .map(({ data }) => [data.purpose, data.guarded]);
    expect(purposes).toEqual([
      [undefined, true],
      ['repair_output', true],
    ]);
    expect(played.state.transcript.map(({ content }) => content)).toEqual(['Do it.', good]);
  });

  test('an endless repair loop ends after two repairs', () => {
    for (const answer of [
      { content: bad },
      { content: '' },
      { code: 'model_away', message: '', attempts: [] },
    ]) {
      const played = guarded([shape('repair')], [{ content: bad }, answer, answer, answer, answer]);
      expect(findEnd(played)).toMatchObject({ status: 'failed', code: 'guardrail_violation', answer: '' });
      expect(collectRepairs(played).length).toBe('content' in answer && answer.content !== '' ? 2 : 1);
      expect(played.state.transcript.at(-1)?.content).toBe(
        '(An answer was withheld: it did not pass the guardrail "shape".)',
      );
      expect(played.lines.join('')).not.toContain('CANARY');
    }
  });

  test('an impossible repair leaves the violation', () => {
    const spent = guarded([shape('repair')], [{ content: bad, tokens: 900 }], {
      started: { limits: { max_tokens: 1_900, max_tool_calls: 0, timeout_ms: 1_000, max_rounds: 25 } },
    });
    const long = JSON.stringify({ confidence: 'CANARY'.repeat(10_000) });
    const large = guarded([shape('repair')], [{ content: long }]);
    for (const played of [spent, large]) {
      expect(collectRepairs(played)).toEqual([]);
      expect(findEnd(played)).toMatchObject({ code: 'guardrail_violation', answer: '' });
      expect(played.lines.join('')).not.toContain('CANARY');
    }
  });

  test('a repair that its validator still refuses is rejected', () => {
    const asked: string[] = [];
    const judge = ({ output }: { output: string }) => {
      asked.push(output);
      return { passed: output === 'please', errors: ['say please'] };
    };
    const pass = (passed: boolean) => ({ passed, errors: passed ? [] : ['say please'] });
    const mended = guarded([custom('repair')], [{ content: 'give' }, { content: 'please' }], {
      judge: (each) => pass(judge(each).passed),
    });
    expect(findEnd(mended).answer).toBe('please');
    expect(JSON.parse(collectRepairs(mended)[0]?.messages[0]?.content ?? '')).toEqual({
      output: 'give',
      errors: ['say please'],
    });
    const never = guarded([custom('repair')], [{ content: 'a' }, { content: 'b' }, { content: 'c' }], {
      judge: (each) => pass(judge(each).passed),
    });
    expect(found(never)).toEqual(['polite no 1', 'polite no 2', 'polite no 3']);
    expect(findEnd(never)).toMatchObject({
      status: 'failed',
      code: 'guardrail_violation',
      answer: '',
      message: 'The answer did not pass the guardrail "polite": say please',
    });
    expect(asked).toEqual(['give', 'please', 'a', 'b', 'c']);
  });

  test('a missing or foreign verdict never passes', () => {
    const unjudged = guarded([custom('reject')], [{ content: 'CANARY' }], {
      interrupt: (effect) =>
        effect.kind === 'validate'
          ? {
              type: 'guardrail.failed_to_judge',
              time: playTime,
              data: { guardrail: 'polite', code: 'validator_threw', message: 'its validator threw' },
            }
          : undefined,
    });
    expect(findEnd(unjudged).message).toBe(
      'The answer did not pass the guardrail "polite": the guardrail could not check it: its validator threw [validator_threw]',
    );
    expect(() =>
      guarded([custom('reject')], [{ content: 'x' }], {
        interrupt: (effect) =>
          effect.kind === 'validate'
            ? {
                type: 'guardrail.judged',
                time: playTime,
                data: { guardrail: 'another', passed: true, errors: [] },
              }
            : undefined,
      }),
    ).toThrow('does not wait for');
  });
});
