import { expect } from 'vitest';
import { alternate } from './duo-lines.ts';
import { expectEnd } from './expect-end.ts';
import type { ModeStory } from './story.ts';

export const crosstalk: ModeStory = {
  mode: 'crosstalk',
  async play(stage) {
    const { ada, bo, cy } = stage.cast;
    const topic = await stage.open('crosstalk', { lines_max: 3 });
    expect(await topic.send(ada, 'role_claim', { role_id: 'audience' })).toBe('rejected bad_payload');
    expect(await topic.send(ada, 'role_claim', { role_id: 'support' })).toBe('accepted');
    expect(await topic.send(cy, 'role_claim', { role_id: 'support' })).toBe('rejected role_taken');
    expect(await topic.send(bo, 'role_claim', { role_id: 'lead' })).toBe('accepted');
    expect(await topic.denied(cy, 'topic_message_write')).toBe('not_in_cast');
    // The lead starts, whichever agent joined first.
    expect(await topic.state()).toMatchObject({ speaker_agent_id: 'bo', next_role: 'lead' });
    await alternate(topic, [bo, ada], 3);
    const roles = { lead_agent_id: 'bo', support_agent_id: 'ada' };
    await expectEnd(topic, { closed_reason: 'completed', line_no: 3, roles });
  },
};
