import type { Scene, Step } from './scene.ts';

const rules = { turn_ttl_seconds: 3600, join_seconds: 3600 };
const join: Step[] = [
  { who: 'ada', request: 'queue_join' },
  { who: 'bo', request: 'queue_join' },
];
const roles: Step[] = [
  { who: 'ada', request: 'role_claim', payload: { role_id: 'lead' } },
  { who: 'bo', request: 'role_claim', payload: { role_id: 'support' } },
];

/** Scenes for two agents. */
export const duoScenes: Scene[] = [
  ...(
    [
      ['roast_banter', join],
      ['crosstalk', roles],
    ] as const
  ).flatMap(([mode, seated]): Scene[] => [
    { mode, phase: 'alone', rules, steps: seated.slice(0, 1), floor: { slot_holder: 'ada' } },
    { mode, phase: 'first_line', rules, steps: [...seated], floor: { speaker: 'ada', slot_holder: 'bo' } },
    {
      mode,
      phase: 'second_line',
      rules,
      steps: [...seated, { who: 'ada', say: 'You look well.' }],
      floor: { past_speaker: 'ada', speaker: 'bo' },
      representative: true,
    },
  ]),
];
