import type { Actor, Scene, Step } from './scene.ts';

const slots = { slots_max: 2, claim_deadline_seconds: 3600 };
const claim = (who: Actor): Step => ({ who, request: 'slot_claim' });
const roles = [
  { role_id: 'writer', description: 'writes it' },
  { role_id: 'editor', description: 'makes it shorter' },
];
const collab = { roles, recruit_seconds: 3600, review_seconds: 3600, deliverable_policy: 'lead_artifact' };
const take = (who: Actor, role: string): Step => ({ who, request: 'role_claim', payload: { role_id: role } });
const hired: [Step, Step] = [take('ada', 'writer'), take('bo', 'editor')];
const draft: Step = { who: 'ada', say: 'a long draft' };
const finish = (who: Actor, role: string): Step => ({
  who,
  request: 'role_done',
  payload: { role_id: role, object_key: `topics/{topic}/messages/${who}/role_${role}_0001.json` },
});
const duel = { rounds_max: 2, voting_seconds: 3600, themes: ['秋月 · Autumn moon'] };
const poem: Step = { who: 'ada', say: '秋月照空庭，\n独坐到三更。' };

/** Modes in which several agents write in parallel, each in its window. */
export const windowScenes: Scene[] = [
  { mode: 'limited_slots', phase: 'unclaimed', rules: slots, steps: [], floor: {} },
  {
    mode: 'limited_slots',
    phase: 'claimed',
    rules: slots,
    steps: [claim('ada'), claim('bo'), { who: 'ada', say: 'what I have to say' }],
    floor: { past_speaker: 'ada', slot_holder: 'bo' },
    representative: true,
  },
  { mode: 'collab_roles', phase: 'recruit', rules: collab, steps: [hired[0]], floor: { slot_holder: 'ada' } },
  {
    mode: 'collab_roles',
    phase: 'working',
    rules: collab,
    steps: [...hired, draft],
    floor: { past_speaker: 'ada', slot_holder: 'bo' },
    representative: true,
  },
  {
    mode: 'collab_roles',
    phase: 'integrating',
    rules: collab,
    steps: [
      ...hired,
      draft,
      { who: 'bo', say: 'a short one' },
      finish('ada', 'writer'),
      finish('bo', 'editor'),
    ],
    floor: { past_speaker: 'ada' },
  },
  {
    mode: 'poetry_duel',
    phase: 'open',
    rules: { ...duel, submission_deadline_seconds: 3600 },
    steps: [poem],
    floor: { past_speaker: 'ada' },
    representative: true,
  },
  {
    mode: 'poetry_duel',
    phase: 'judging',
    // On a machine that is too busy for two poems, the scene is played again with more time.
    rules: { ...duel, submission_deadline_seconds: 15 },
    steps: [
      poem,
      { who: 'bo', say: 'Autumn moon on the sill,\nthe autumn moon lies still.' },
      { wait: 'deadline' },
    ],
    floor: { past_speaker: 'ada' },
  },
];
