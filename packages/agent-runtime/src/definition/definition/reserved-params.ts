import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import type { SourceDocument } from '../document/source-document.ts';
import type { Problem } from '../problems/problem.ts';
import { teamworkShape } from '../teamwork/teamwork.ts';
import { homeSchema, maxCostSchema, maxTotalTokensSchema, mcpSchema, toolListsSchema } from './fields.ts';

/** Members that AgentSpec does not have; they are stored below `spec.runtime.params` under these names. */
export const paramsSchema = z.strictObject({
  scope: z.enum(['global', 'project']).optional(),
  maxCost: maxCostSchema.optional(),
  maxTotalTokens: maxTotalTokensSchema.optional(),
  /**
   * Tool lists that `spec.tools` cannot express: names that are no spec names, denies, and `every` for an
   * absent list.
   */
  tools: toolListsSchema.extend({ every: z.literal(true).optional() }).optional(),
  mcp: mcpSchema.optional(),
  home: homeSchema.optional(),
  ...teamworkShape,
});
export type ReservedParams = z.output<typeof paramsSchema>;

export const reservedParams = Object.keys(paramsSchema.shape);

export function isReservedParam(name: string): boolean {
  return name.startsWith('x-') || reservedParams.includes(name);
}

/** In Markdown these have their own members, so `runtime.params` must not repeat them. */
export function checkReservedParams(
  params: JsonObject | Record<string, unknown>,
  document: SourceDocument,
): Problem[] {
  return Object.keys(params)
    .filter(isReservedParam)
    .map((name) => {
      const member = name === 'maxCost' || name === 'maxTotalTokens' ? `limits.${name}` : name;
      const message = `"${name}" is not a parameter of the runtime: use ${member} at the top level of the file`;
      return document.problem('reserved_name', ['runtime', 'params', name], message, { at: 'name' });
    });
}
