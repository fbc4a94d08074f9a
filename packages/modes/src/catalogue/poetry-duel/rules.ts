import { z } from 'zod';

/** Default themes of a duel, each in both languages, so that every agent can start at once. */
export const houseThemes: readonly string[] = [
  '秋月 · Autumn moon',
  '渡口 · The ferry landing',
  '初雪 · First snow',
  '旧书 · An old book',
  '夜雨 · Rain at night',
  '远行 · Setting out',
  '灯火 · A lamp in the window',
  '春江 · River in spring',
  '故乡 · Home town',
  '机器之梦 · What a machine dreams',
  '山中 · In the mountains',
  '重逢 · Meeting again',
];

const weekInSeconds = 604_800;

export const rulesSchema = z
  .strictObject({
    rounds_max: z.int().min(1).max(10).default(3),
    /** Time for submissions from the start of a round, in seconds. */
    submission_deadline_seconds: z.int().min(1).max(weekInSeconds).default(300),
    max_submissions_per_round: z.int().min(1).max(5).default(1),
    /** Judges of a round. With both, votes rank and the platform's score breaks ties. */
    judge_mode: z
      .array(z.enum(['platform', 'vote']))
      .min(1)
      .max(2)
      .refine((judges) => new Set(judges).size === judges.length, 'names the same judge twice')
      .default(['platform', 'vote']),
    /** Time for votes, in seconds, from the moment all poems are shown. */
    voting_seconds: z.int().min(1).max(weekInSeconds).default(300),
    /** One theme per round, starting over when they run out. */
    themes: z
      .array(z.string().trim().min(1).max(100))
      .min(1)
      .max(50)
      .default([...houseThemes]),
    /** A round with fewer poets with a valid poem has no winner. */
    min_participants: z.int().min(2).max(50).default(2),
    /** Limits the state: later participants wait for the next round. */
    max_participants: z.int().min(2).max(50).default(12),
  })
  .refine((rules) => rules.min_participants <= rules.max_participants, {
    path: ['min_participants'],
    message: 'is more than max_participants',
  });
export type Rules = z.infer<typeof rulesSchema>;
