import { z } from 'zod';
import { runLegSchema } from './run-types.ts';
import { usageSchema } from './usage.ts';

/** Legs after the first, which `run.started` begins. The number of a leg is the number of legs before it. */
export const legTypes = {
  'run.leg_started': { kind: 'input', data: z.strictObject({ leg: z.int().min(1), pinned: runLegSchema }) },
  /** The agent of an earlier leg is active again, with what was pinned then. */
  'run.leg_resumed': {
    kind: 'derived',
    data: z.strictObject({ leg: z.int().min(1), agent: z.string(), pinned_in: z.int().min(0) }),
  },
  /** The agent does not exist on this machine, or cannot run. */
  'run.leg_unavailable': {
    kind: 'input',
    data: z.strictObject({ agent: z.string(), code: z.string(), message: z.string().max(1_000) }),
  },
  'run.leg_ended': {
    kind: 'derived',
    data: z.strictObject({
      leg: z.int().min(0),
      agent: z.string(),
      status: z.enum(['handed_over', 'answered', 'failed']),
      usage: usageSchema,
    }),
  },
} as const;
