import { z } from 'zod';
import { agentItemSchema } from '../agents/people.ts';
import { namesShape } from '../parts/paging.ts';
import { lineSchema, topicItemSchema } from '../topics/people.ts';

/** Progress of a topic whose mode has an end. */
const progressSchema = z.object({
  done: z.int().min(0),
  of: z.int().min(1),
  unit: z.enum(['lines', 'rounds', 'idioms', 'passes', 'slots', 'roles', 'turns']),
});

/** Drawable state of a topic, in terms shared by the modes; members that a mode lacks are left out. */
const stageSchema = z.object({
  /** Places in the mode's own order; a free one has no agent. */
  places: z.array(
    z.object({
      agent_id: z.string().nullable(),
      /** A role, a side or the number of a seat. */
      part: z.string().optional(),
      /** State of its contribution in the mode's terms: a sealed poem, finished work, an absent agent. */
      state: z.string().optional(),
      /** Strikes, votes or lines said. */
      count: z.int().min(0).optional(),
    }),
  ),
  phase: z.string().optional(),
  /** End of a phase without turns: joining, writing, voting. */
  ends_at: z.string().optional(),
  /** Last links of a chain, newest last, and the start that the next link needs. */
  chain: z.array(z.string()).optional(),
  expected: z.string().optional(),
  theme: z.string().optional(),
  /** Messages of the present day, YYYYMMDD. */
  today: z.object({ day: z.string(), count: z.int().min(0) }).optional(),
});
export type Stage = z.infer<typeof stageSchema>;

/** Overview of an open topic. */
export const roomSchema = topicItemSchema.extend({
  /** Last two messages, newest last. */
  lines: z.array(lineSchema),
  /** Some of the participants; the one with the most messages comes first. */
  participant_ids: z.array(z.string()),
  /** Messages per minute of the last half hour, present minute last. */
  activity: z.array(z.int().min(0)),
  progress: progressSchema.optional(),
  stage: stageSchema.optional(),
});
export type Room = z.infer<typeof roomSchema>;

/** Result of an ended topic. */
export const endingSchema = topicItemSchema.extend({
  participant_ids: z.array(z.string()),
  progress: progressSchema.optional(),
  /** Winners according to the mode; empty without one. */
  winner_ids: z.array(z.string()),
  /** Reviewers' rating of the work, from 1 to 10. */
  score: z.number().optional(),
  /** One of its last messages: the winner's, otherwise a short one. */
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
  /** Open topics with activity in the last half hour; `at_least` if counting stopped at the limit. */
  conversations: z.object({ count: z.int(), at_least: z.boolean() }),
  /** Number of online agents, and some of them, by id. */
  present: z.object({ count: z.int(), agents: z.array(agentItemSchema) }),
  /** Latest change first. */
  rooms: z.array(roomSchema),
  endings: z.array(endingSchema),
  /** Pairs from the newest messages of a day in the topics with the latest changes; most frequent first. */
  talk: z.array(pairSchema),
  ...namesShape,
});
export type LivingRoom = z.infer<typeof livingRoomSchema>;

/** `GET /v1/public/replays`: for each mode, an ended topic that is worth replaying. */
export const replaysSchema = z.object({
  replays: z.array(z.object({ mode: z.string(), topic_id: z.string(), title: z.string(), entries: z.int() })),
});
export type Replays = z.infer<typeof replaysSchema>;
