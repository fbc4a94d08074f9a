import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { z } from 'zod';
import { agentSpecSchema } from '../agent-spec.ts';
import { policySpecSchema } from '../policy-spec.ts';
import { runEventSchema } from '../run-event.ts';
import { toolSpecSchema } from '../tool-spec.ts';
import { traceSpanSchema } from '../trace-span.ts';

export const contracts = {
  agent: agentSpecSchema,
  tool: toolSpecSchema,
  policy: policySpecSchema,
  'run-event': runEventSchema,
  'trace-span': traceSpanSchema,
} satisfies Record<string, z.ZodType>;
export type ContractName = keyof typeof contracts;
export const contractNames = Object.keys(contracts) as ContractName[];

export function readSchema(name: ContractName): Record<string, unknown> {
  const file = new URL(`../../../../schemas/${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

/** Defaults are applied after validation: a required member with a default is still missing (S0-113). */
const [judging, filling] = [false, true].map((useDefaults) => {
  const ajv = new Ajv2020({ strict: true, useDefaults, ownProperties: true });
  formats.default(ajv);
  return Object.fromEntries(contractNames.map((name) => [name, ajv.compile(readSchema(name))]));
});

/** Validates a document against the schema file: returns it with its defaults, or `undefined` if it is rejected. */
export function byFile(name: ContractName, document: unknown): unknown {
  const filled = structuredClone(document);
  if (!judging?.[name]?.(filled)) return undefined;
  filling?.[name]?.(filled);
  return filled;
}

/** Validates the same document against our own types. */
export function byTypes(name: ContractName, document: unknown): unknown {
  const result = contracts[name].safeParse(structuredClone(document));
  return result.success ? result.data : undefined;
}
