import { z } from 'zod';
import { notEmptySchema, toolEntrySchema, wholeNumber } from '../contracts/spec-fields.ts';

/** Members that both forms of a definition have in addition to the contract. */

/** Name of the conversation without a chosen agent; no file may have it. */
export const mainAgent = 'main';

export const toolListsSchema = z.strictObject({
  allow: z.array(toolEntrySchema).optional(),
  deny: z.array(toolEntrySchema).default([]),
});

/** Server names are part of their tools' names, in which a dot is a separator. */
export const serverNameSchema = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/, 'needs 1 to 64 letters, digits, _ and -');
export const mcpSchema = z.strictObject({ servers: z.array(serverNameSchema).default([]) });

export const maxCostSchema = z.number().min(0);
export const maxTotalTokensSchema = wholeNumber(256);

/** `#FF5733`, or the name of a colour. */
export const colorSchema = z
  .string()
  .regex(/^(#[0-9a-fA-F]{3,8}|[a-zA-Z]+)$/, 'has to be a colour, such as "#FF5733"');

/** Identity of an agent in a home, if it has one. */
export const homeSchema = z.strictObject({
  agent_id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'has to be an agent id of a-z, 0-9, _ and -')
    .optional(),
  topics: z.array(notEmptySchema).optional(),
});

/** Labels for values that AgentSpec has no member for. */
export const labelPrefix = 'agent-home/';
export const titleLabel = 'agent-home/title';
export const colorLabel = 'agent-home/color';
