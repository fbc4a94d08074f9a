import { describe, expect, test } from 'vitest';
import { type Play, type Played, playTime } from '../testing/play-run.ts';
import { createPolicy, getData, playRepair, repair, says, wants } from '../testing/repair-play.ts';

describe('a run during a repair', () => {
  const answers = [wants('write_file', '{text: one'), says([]), { content: 'over' }];
  const asks = (effect: { kind: string }, purpose: string, state: Played['state']) =>
    effect.kind === 'model' && state.waiting.for === 'model' && state.waiting.side?.purpose === purpose;

  test('a run that ends during a repair records each call', () => {
    const played = playRepair({
      answers,
      interrupt: (effect, state) =>
        asks(effect, 'repair_arguments', state)
          ? { type: 'run.timed_out', time: playTime, data: { timeout_ms: 60_000 } }
          : undefined,
    });
    expect(played.state.ended?.code).toBe('timeout');
    expect(getData(played, 'call.requested')).toHaveLength(1);
    expect(played.state.transcript.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'call_1_0' });
  });

  test('repeats a dead process’s repair and charges both', () => {
    let times = 0;
    const played = playRepair({
      answers,
      interrupt: (effect, state) =>
        asks(effect, 'repair_arguments', state) && times++ === 0
          ? { type: 'run.resumed', time: playTime, data: { reason: 'the process died' } }
          : undefined,
    });
    expect(played.state.ended?.answer).toBe('over');
    expect(played.state.lostTokens.output).toBeGreaterThan(0);
  });

  test('continues without a repair that cannot be paid', () => {
    const allow = { effect: 'allow', action: 'tool.call', selector: { tool: '*' } };
    const models = { effect: 'allow', action: 'model.use', selector: { modelProvider: 'emulator' } };
    const started = { policies: [createPolicy(allow, models)], repair: { ...repair, provider: 'other' } };
    const played = playRepair({ answers: [answers[0], answers[2]] as Play['answers'], started });
    expect([played.state.ended?.answer, played.invoked]).toEqual(['over', []]);
    expect(getData(played, 'call.arguments_repaired')).toMatchObject([{ attempts: 0, skipped: 1 }]);
  });
});
