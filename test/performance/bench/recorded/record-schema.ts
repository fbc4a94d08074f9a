import { z } from 'zod';

const number = z.number();
const spreadSchema = z.strictObject({ low: number, high: number, of: z.enum(['p25-p75', 'min-max']) });
const targetSchema = z.union([
  z.strictObject({ atLeast: number }),
  z.strictObject({ atMost: number }),
  z.strictObject({ valueAtMost: number, floorAtMost: number }),
]);
const sampleSchema = z.object({ value: number, floor: number, busy: z.literal(true).optional() });
const costsSchema = z.object({
  cpu_ratio: z.union([number, z.literal('not available')]),
  value: z.object({
    commits: number,
    log_syncs: number.optional(),
    statements: number,
    store_requests: z.record(z.string(), number),
  }),
});
const resultSchema = z.object({
  name: z.string(),
  value: number,
  unit: z.string(),
  floor: z.strictObject({ name: z.string(), value: number }),
  ratio: number,
  spread: z.strictObject({ value: spreadSchema, floor: spreadSchema, ratio: spreadSchema }),
  target: targetSchema,
  verdict: z.enum(['met', 'missed', 'busy']),
  quiet_samples: number,
  wanted_samples: number,
  samples: z.array(sampleSchema),
  costs: costsSchema.optional(),
});

/** Run of `npm run bench -- --record`, which documents quote. */
export const recordSchema = z.object({
  measured_at: z.iso.datetime(),
  commit: z.string(),
  machine: z.object({ processors: number, processor: z.string(), memory_bytes: number }),
  short: z.boolean(),
  results: z.array(resultSchema),
});
export type RunRecord = z.infer<typeof recordSchema>;
export type RecordedResult = RunRecord['results'][number];

/** Figures from before benches checked the load. Quoted with the known load, and never reported as met. */
export const earlierSchema = z.strictObject({
  figures: z.record(
    z.string(),
    z.strictObject({ measured: z.string(), ratio: z.string(), date: z.string(), load: z.string() }),
  ),
  history: z.array(
    z.strictObject({
      date: z.string(),
      commit: z.string(),
      machine: z.string(),
      bench: z.string(),
      ratio: z.string(),
      cpu_ratio: z.string(),
      commits: z.string(),
      log_syncs: z.string(),
      statements: z.string(),
      store_requests: z.string(),
    }),
  ),
});
export type EarlierFigures = z.infer<typeof earlierSchema>;
