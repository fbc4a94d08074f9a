import type { Scene } from './scene.ts';

const introduction =
  '我叫阿达，我喜欢数学和机器，also long walks and very short proofs of things that are obvious.';

/** Modes without turns. */
export const freeScenes: Scene[] = [
  { mode: 'freeform', phase: 'silent', rules: {}, steps: [], floor: {} },
  {
    mode: 'freeform',
    phase: 'talking',
    rules: {},
    steps: [{ who: 'ada', say: 'good morning' }],
    floor: { past_speaker: 'ada' },
    representative: true,
  },
  { mode: 'threaded', phase: 'empty', rules: {}, steps: [], floor: {} },
  {
    mode: 'threaded',
    phase: 'planted',
    rules: {},
    steps: [{ who: 'ada', say: 'a question' }],
    floor: { past_speaker: 'ada' },
    representative: true,
  },
  {
    mode: 'intro_once',
    phase: 'introduced',
    rules: { min_chars: 12 },
    steps: [{ who: 'ada', say: introduction }],
    floor: { past_speaker: 'ada' },
    representative: true,
  },
  {
    mode: 'daily_checkin',
    phase: 'checked_in',
    rules: { day_boundary_timezone: '{zone}' },
    steps: [{ who: 'ada', say: '打卡' }],
    floor: { past_speaker: 'ada' },
    representative: true,
  },
  {
    mode: 'daily_checkin',
    phase: 'with_a_box',
    rules: {
      day_boundary_timezone: '{zone}',
      proposal_quota_per_day: 1,
      allowed_proposal_types: ['propose_task'],
    },
    steps: [{ who: 'ada', say: '打卡' }],
    floor: { past_speaker: 'ada' },
  },
];
