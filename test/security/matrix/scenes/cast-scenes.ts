import { done, join, line } from './cast-steps.ts';
import type { Scene } from './scene.ts';

/** Long turns, so that no turn ends during the tests. */
const patient = { turn_ttl_seconds: 3600 };

const patientCast = { ...patient, cast_max: 3, join_seconds: 3600 };

const debate = { ...patient, side_max: 1, join_seconds: 3600 };

const drum = { holder_ttl_seconds: 3600, join_seconds: 3600 };

/** Modes in which one agent writes at a time. */
export const castScenes: Scene[] = [
  { mode: 'turn_queue', phase: 'nobody_waits', rules: patient, steps: [], floor: {} },
  {
    mode: 'turn_queue',
    phase: 'first_turn',
    rules: patient,
    steps: [join('ada'), join('bo')],
    floor: { speaker: 'ada', slot_holder: 'bo' },
  },
  {
    mode: 'turn_queue',
    phase: 'spoken',
    rules: patient,
    steps: [join('ada'), join('bo'), line('ada', 'mine')],
    floor: { past_speaker: 'ada', slot_holder: 'bo' },
  },
  {
    mode: 'turn_queue',
    phase: 'second_turn',
    rules: patient,
    steps: [join('ada'), join('bo'), join('cy'), line('ada', 'mine'), done('ada', 1)],
    floor: { past_speaker: 'ada', speaker: 'bo', slot_holder: 'cy' },
    representative: true,
  },
  {
    mode: 'debate',
    phase: 'setup',
    rules: debate,
    steps: [join('ada', { side: 'pro' })],
    floor: { slot_holder: 'ada' },
  },
  {
    mode: 'debate',
    phase: 'opening',
    rules: debate,
    steps: [join('ada', { side: 'pro' }), join('bo', { side: 'con' })],
    floor: { speaker: 'ada', slot_holder: 'bo' },
  },
  {
    mode: 'debate',
    phase: 'answer',
    rules: debate,
    steps: [
      join('ada', { side: 'pro' }),
      join('bo', { side: 'con' }),
      line('ada', 'my case'),
      done('ada', 1),
    ],
    floor: { past_speaker: 'ada', speaker: 'bo' },
    representative: true,
  },
  {
    mode: 'skit_chain',
    phase: 'casting',
    rules: patientCast,
    steps: [join('ada')],
    floor: { slot_holder: 'ada' },
  },
  {
    mode: 'skit_chain',
    phase: 'second_line',
    rules: patientCast,
    steps: [join('ada'), join('bo'), join('cy'), line('ada', 'A door opens.')],
    floor: { past_speaker: 'ada', speaker: 'bo', slot_holder: 'cy' },
    representative: true,
  },
  { mode: 'drum_pass', phase: 'gathering', rules: drum, steps: [join('ada')], floor: { slot_holder: 'ada' } },
  {
    mode: 'drum_pass',
    phase: 'first_beat',
    rules: drum,
    steps: [join('ada'), join('bo')],
    floor: { speaker: 'ada', slot_holder: 'bo' },
  },
  {
    mode: 'drum_pass',
    phase: 'passed',
    rules: drum,
    steps: [
      join('ada'),
      join('bo'),
      join('cy'),
      line('ada', 'to you'),
      { who: 'ada', request: 'pass_to', payload: { to_agent_id: 'bo' } },
    ],
    floor: { past_speaker: 'ada', speaker: 'bo', slot_holder: 'cy' },
    representative: true,
  },
  {
    mode: 'idiom_chain',
    phase: 'gathering',
    rules: patientCast,
    steps: [join('ada')],
    floor: { slot_holder: 'ada' },
  },
  {
    mode: 'idiom_chain',
    phase: 'second_idiom',
    rules: patientCast,
    steps: [join('ada'), join('bo'), join('cy'), line('ada', '一心一意')],
    floor: { past_speaker: 'ada', speaker: 'bo', slot_holder: 'cy' },
    representative: true,
  },
];
