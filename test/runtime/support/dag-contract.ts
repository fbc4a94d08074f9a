import { contextCostSchema, type RunDag } from '@agent-home/run-log';
import { z } from 'zod';

/** The fields of S1 to the letter; `input` of a message is the application's (S1-4). */
const call = z.strictObject({
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.json()),
  arguments_parse_error: z.enum(['invalid_json', 'too_large']).optional(),
  arguments_raw: z.string().max(700).optional(),
});
const preview = z
  .string()
  .refine((text) => [...text].length <= 301, 'longer than a preview')
  .refine((text) => text.isWellFormed(), 'half a character');

const attempt = z.discriminatedUnion('ok', [
  z.strictObject({ model: z.string(), ok: z.literal(true), elapsed_ms: z.int(), status: z.int().optional() }),
  z.strictObject({
    ...{ model: z.string(), ok: z.literal(false), status: z.int().optional() },
    ...{ error_class: z.string(), error_message: z.string(), elapsed_ms: z.int() },
  }),
]);

const messageNode = z.strictObject({
  id: z.string(),
  type: z.literal('agent_message'),
  status: z.enum(['finished', 'failed', 'running']),
  body: z.strictObject({
    input: z.record(z.string(), z.json()),
    output: z
      .strictObject({
        content: z.string(),
        message: z.strictObject({
          role: z.literal('assistant'),
          content: z.string(),
          tool_calls: z.array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() })),
        }),
        tool_calls: z.array(call),
        stop_reason: z.string(),
        model: z.string(),
        provider: z.string(),
      })
      .optional(),
    output_preview: preview,
  }),
  metadata: z.strictObject({
    context_cost: contextCostSchema,
    llm: z
      .strictObject({
        failover: z.strictObject({
          requested_model: z.string(),
          used_model: z.string().optional(),
          attempts: z.array(attempt).min(1),
        }),
      })
      .optional(),
    tool_loop: z
      .strictObject({
        tool_name_resolution: z
          .array(
            z.strictObject({
              ...{ tool_call_id: z.string(), requested_name: z.string(), resolved_name: z.string() },
              method: z.enum(['alias', 'normalized']),
            }),
          )
          .min(1)
          .optional(),
        invalid_schema_args: z
          .strictObject({
            count: z.int().min(1),
            sample: z
              .array(
                z.strictObject({
                  ...{ tool_call_id: z.string(), requested_name: z.string(), resolved_name: z.string() },
                  errors_summary: preview,
                }),
              )
              .min(1)
              .max(5),
          })
          .optional(),
      })
      .optional(),
    error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  }),
  events: z.array(
    z.strictObject({ type: z.literal('output_delta'), content: z.string(), time: z.iso.datetime() }),
  ),
});

const taskNode = z.strictObject({
  id: z.string(),
  type: z.literal('task'),
  status: z.enum(['finished', 'failed', 'running']),
  body: z.strictObject({
    input: z.strictObject({
      tool_call_id: z.string(),
      requested_name: z.string(),
      name: z.string(),
      name_resolution: z.enum(['exact', 'alias', 'normalized', 'repaired', 'unknown', 'missing']),
      arguments: z.record(z.string(), z.json()),
      arguments_summary: z.string(),
      source: z.enum(['native', 'mcp', 'skills', 'policy', 'invalid_args']),
    }),
    output: z
      .strictObject({
        result: z.strictObject({
          content: z.array(z.strictObject({ type: z.literal('text'), text: z.string() })),
          error: z.boolean(),
          metadata: z.record(z.string(), z.json()),
        }),
      })
      .optional(),
    output_preview: preview,
  }),
  metadata: z.strictObject({
    approval: z
      .strictObject({
        required: z.boolean(),
        deny_effect: z.enum(['block', 'continue']),
        reason: z.literal('needs_approval'),
      })
      .optional(),
  }),
  events: z.array(z.never()),
});

/** What holds of every graph that any log makes. @throws Error with the first thing that does not hold */
export function judgeDag({ nodes, edges }: RunDag): void {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  if (places.size !== nodes.length) throw new Error('two nodes have one id');
  for (const node of nodes) (node.type === 'task' ? taskNode : messageNode).parse(node);
  for (const { from, to } of edges) {
    const [one, other] = [places.get(from), places.get(to)];
    if (one === undefined || other === undefined || one >= other) throw new Error('an edge leads back');
  }
  // Every node but the first is reached.
  const reached = new Set(edges.map(({ to }) => to));
  for (const { id } of nodes.slice(1)) if (!reached.has(id)) throw new Error(`nothing leads to ${id}`);
}
