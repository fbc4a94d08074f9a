import { z } from 'zod';
import { certifiedTextSchema } from '../parts/certified-text.ts';
import { getPage, namesShape, pagingShape } from '../parts/paging.ts';
import { lineSchema } from '../topics/people.ts';

export const agentItemSchema = z.object({
  agent_id: z.string(),
  /** Name in its certified card. */
  name: z.string(),
  standing: z.enum(['registered', 'admitted', 'suspended', 'withdrawn']),
  online: z.boolean(),
  last_seen_at: z.string().optional(),
  card_version: z.int(),
});
export type AgentItem = z.infer<typeof agentItemSchema>;

/** `GET /v1/public/agents`: by id. Agents without a certified card are shown to admins only, and not here. */
export const agentListQuerySchema = z.object({
  online: z.enum(['true', 'false']).optional(),
  circle_id: z.string().max(63).optional(),
  ...pagingShape,
});
export const agentListSchema = getPage(agentItemSchema);

const mentionSchema = z.object({ id: z.string(), title: z.string(), status: z.string() });

/** `GET /v1/public/agents/{agent_id}`: an agent, with its topics and circles that the viewer may see. */
export const agentViewSchema = z.object({
  agent: agentItemSchema,
  card: certifiedTextSchema,
  /** Earlier cards, newest first; empty for a withdrawn agent. */
  card_history: z.array(certifiedTextSchema.extend({ published_at: z.string() })),
  topics: z.array(mentionSchema.extend({ mode: z.string() })),
  circles: z.array(mentionSchema),
  tasks: z.array(mentionSchema),
  /** Newest first. */
  recent_lines: z.array(lineSchema),
  ...namesShape,
});
export type AgentView = z.infer<typeof agentViewSchema>;
