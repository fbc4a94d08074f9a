import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { getPage, pagingShape } from '../parts/paging.ts';

/** Kinds of registered specs, as paths name them. */
export const specKinds = ['agents', 'tools', 'policies'] as const;
export type RegisteredKind = (typeof specKinds)[number];

const kindSchema = z.enum(specKinds);
const nameSchema = z.string().regex(/^[a-z][a-z0-9-]{2,62}$/);
/** `v1.0.0` and `1.0.0` are one version. */
const versionSchema = z
  .string()
  .max(100)
  .regex(/^v?[0-9]+\.[0-9]+\.[0-9]+(-[a-z0-9.-]+)?$/);
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** Word in place of a version for the newest release. */
export const newestVersion = 'newest';
const versionOrNewestSchema = z.union([versionSchema, z.literal(newestVersion)]);

export const specNameParamsSchema = z.object({ kind: kindSchema, name: nameSchema });
export const specVersionParamsSchema = z.object({
  kind: kindSchema,
  name: nameSchema,
  version: versionSchema,
});
export const specParamsSchema = z.object({
  kind: kindSchema,
  name: nameSchema,
  version: versionOrNewestSchema,
});
export const specSetParamsSchema = z.object({ name: nameSchema, version: versionOrNewestSchema });

export const specListQuerySchema = z.object({
  kind: kindSchema.optional(),
  name: nameSchema.optional(),
  owner_id: idSchema.optional(),
  ...pagingShape,
});

/** Largest document in bytes. */
export const largestSpecBytes = 256 * 1024;

/** `PUT /v1/specs/{kind}/{name}/{version}`: the document of a version. */
export const newSpecSchema = z.strictObject({
  /** Name of the file, whose extension says how the content is written. */
  file: z.string().regex(/^[A-Za-z0-9._-]{1,250}\.(md|yaml|yml|json)$/),
  content: z.string().min(1).max(largestSpecBytes),
});

const versionShape = {
  kind: kindSchema,
  name: z.string(),
  version: z.string(),
  owner_id: z.string(),
  sha256: sha256Schema,
  registered_at: z.string(),
};

/** Version of a spec. Its text never changes. */
export const specVersionSchema = z.object(versionShape);

/** Version in a list; a withdrawn one keeps its hash. */
const listedShape = { ...versionShape, withdrawn_at: z.string().optional() };
export const withdrawnSpecSchema = z.object({ ...versionShape, withdrawn_at: z.string() });

/** `GET /v1/specs`: versions by kind, name and version. */
export const specListSchema = getPage(z.object(listedShape));
/** `GET /v1/specs/{kind}/{name}`: releases, newest first, then previews, newest first. */
export const specVersionsSchema = z.object({ items: z.array(z.object(listedShape)) });

/** `GET /v1/specs/{kind}/{name}/{version}`. */
export const registeredSpecSchema = z.object({
  ...versionShape,
  file: z.string(),
  content: z.string(),
});

/** `GET /v1/specs/agents/{name}/{version}/set`: an agent with its policies and tools, all of one moment. */
export const specSetSchema = z.object({
  agent: registeredSpecSchema,
  /** Versions that `policiesRef` names, in its order; one that is not registered is absent. */
  policies: z.array(registeredSpecSchema),
  /** Newest releases of the tools that the agent's list allows. */
  tools: z.array(registeredSpecSchema),
});

export type ListedSpec = z.infer<typeof specListSchema>['items'][number];
export type SpecList = z.infer<typeof specListSchema>;
export type SpecVersion = z.infer<typeof specVersionSchema>;
export type WithdrawnSpec = z.infer<typeof withdrawnSpecSchema>;
export type StoredSpec = z.infer<typeof registeredSpecSchema>;
export type SpecSet = z.infer<typeof specSetSchema>;

/** Files of the five contract schemas, named as in their `$id`. */
export const contractSchemaFiles = [
  'agent.schema.json',
  'tool.schema.json',
  'policy.schema.json',
  'run-event.schema.json',
  'trace-span.schema.json',
] as const;
export const contractSchemaParamsSchema = z.object({ file: z.enum(contractSchemaFiles) });
