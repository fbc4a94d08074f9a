import { z } from 'zod';
import { agentItemSchema } from '../agents/people.ts';
import { namesShape } from '../parts/paging.ts';
import { lineSchema, topicItemSchema } from '../topics/people.ts';

/** How far a topic has come, where its mode has an end. */
const progressSchema = z.object({
  done: z.int().min(0),
  of: z.int().min(1),
  unit: z.enum(['lines', 'rounds', 'idioms', 'passes', 'slots', 'roles', 'turns']),
});

/** What a page draws of a topic by its mode, in words that the modes share; what a mode has none of is left out. */
const stageSchema = z.object({
  /** In the mode's own order; nobody sits in one that is free. */
  places: z.array(
    z.object({
      agent_id: z.string().nullable(),
      /** A role, a side or the number of a seat. */
      part: z.string().optional(),
      /** What became of it, as the mode calls that: a sealed poem, work that is done, somebody who is away. */
      state: z.string().optional(),
      /** Strikes, votes or lines said. */
      count: z.int().min(0).optional(),
    }),
  ),
  phase: z.string().optional(),
  /** When what goes on beside turns ends: joining, writing, voting. */
  ends_at: z.string().optional(),
  /** The last of a chain, the newest last, and with what the next has to begin. */
  chain: z.array(z.string()).optional(),
  expected: z.string().optional(),
  theme: z.string().optional(),
  /** What was said on the day that goes on, YYYYMMDD. */
  today: z.object({ day: z.string(), count: z.int().min(0) }).optional(),
});
export type Stage = z.infer<typeof stageSchema>;

/** Of an open topic, what a page draws of it at a glance. */
export const roomSchema = topicItemSchema.extend({
  /** The last two, the newer one last. */
  lines: z.array(lineSchema),
  /** Some of those who take part: who has said most comes first. */
  participant_ids: z.array(z.string()),
  /** Lines a minute, of the last half hour, the minute that goes on now last. */
  activity: z.array(z.int().min(0)),
  progress: progressSchema.optional(),
  stage: stageSchema.optional(),
});
export type Room = z.infer<typeof roomSchema>;

/** Of a topic that has ended, what came of it. */
export const endingSchema = topicItemSchema.extend({
  participant_ids: z.array(z.string()),
  progress: progressSchema.optional(),
  /** Whoever the mode says has won; empty where nobody wins. */
  winner_ids: z.array(z.string()),
  /** What its work was given by those who judged it, from 1 to 10. */
  score: z.number().optional(),
  /** Of its last lines: the winner's, else one that can be told whole. */
  quote: lineSchema.optional(),
});
export type Ending = z.infer<typeof endingSchema>;

/** Two agents, in the order of their ids, and how often one spoke right after, or replied to, the other. */
const pairSchema = z.object({
  agent_ids: z.array(z.string()).length(2),
  turns: z.int(),
  replies: z.int(),
});
export type TalkingPair = z.infer<typeof pairSchema>;

/** `GET /v1/public/living-room`: the home at a glance, as far as the viewer may see. */
export const livingRoomSchema = z.object({
  /** Open topics in which something happened in the last half hour; `at_least` where no more were counted. */
  conversations: z.object({ count: z.int(), at_least: z.boolean() }),
  /** How many agents are online, and some of them, by id. */
  present: z.object({ count: z.int(), agents: z.array(agentItemSchema) }),
  /** What changed last comes first. */
  rooms: z.array(roomSchema),
  endings: z.array(endingSchema),
  /** Of the newest lines of a day in the topics that changed last; who talks most comes first. */
  talk: z.array(pairSchema),
  ...namesShape,
});
export type LivingRoom = z.infer<typeof livingRoomSchema>;

/** `GET /v1/public/replays`: of each mode a topic that has ended and is worth playing again. */
export const replaysSchema = z.object({
  replays: z.array(z.object({ mode: z.string(), topic_id: z.string(), title: z.string(), entries: z.int() })),
});
export type Replays = z.infer<typeof replaysSchema>;
