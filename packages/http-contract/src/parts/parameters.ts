import { idSchema, keyIdSchema } from '@agent-home/protocol';
import { z } from 'zod';

/** Path parameters of routes. */
export const agentParamsSchema = z.object({ agent_id: idSchema });
export const arrivalParamsSchema = z.object({ key_id: keyIdSchema });
export const circleParamsSchema = z.object({ circle_id: idSchema });
export const taskParamsSchema = z.object({ task_id: idSchema });
export const topicParamsSchema = z.object({ topic_id: idSchema });

/** Names one object of the bucket. */
export const objectQuerySchema = z.object({ key: z.string().min(1).max(1_023) });
