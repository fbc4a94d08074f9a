import { z } from 'zod';
import { notEmptySchema, ownerSchema, wholeNumber } from '../contracts/spec-fields.ts';
import { maxCostSchema, serverNameSchema } from '../definition/fields.ts';

/** A secret by its name in the vault; the value itself stands in no settings. */
const handleSchema = z
  .string()
  .regex(/^vault:\/\/[a-zA-Z0-9._-]+$/, 'a name in the vault, as vault://openai');
const variableSchema = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable');
const addressSchema = z.url({ protocol: /^https?$/, error: 'an http or https address' });
const named = <T extends z.ZodType>(value: T) => z.record(notEmptySchema, value);

/** S3-55. */
const riskLevels = ['safe', 'low', 'medium', 'high', 'critical'] as const;

const agentsSchema = z.strictObject({
  autoRoute: z.boolean().optional(),
  defaultScope: z.enum(['project', 'global']).optional(),
  contextPersistence: z.boolean().optional(),
  /** Whose an agent is whose file does not say. */
  owner: ownerSchema.optional(),
  /** The model of an agent whose file names none. */
  model: notEmptySchema.optional(),
  tracing: z
    .strictObject({
      enabled: z.boolean().optional(),
      backend: z.enum(['console', 'langsmith', 'opentelemetry']).optional(),
      url: addressSchema.optional(),
    })
    .optional(),
});

/** A server by its command or its address (S3-65, S3-131). `${NAME}` in `env` is replaced when it is started, never before. */
const mcpServerSchema = z
  .strictObject({
    command: notEmptySchema.optional(),
    args: z.array(z.string()).optional(),
    env: z.record(variableSchema, z.string()).optional(),
    url: addressSchema.optional(),
    autoStart: z.boolean().optional(),
    /** Whether what it says of its tools is believed: that they only read, or that twice is once. */
    trusted: z.boolean().optional(),
    timeoutMs: wholeNumber(100, 3_600_000).optional(),
  })
  .refine(({ command, url }) => !command !== !url, 'a server has a command or a url')
  .refine(({ command, args, env }) => command || !(args || env), 'args and env belong to a command');
export type McpServerSettings = z.output<typeof mcpServerSchema>;

/** Money for a million tokens. */
const priceSchema = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

const modelSchema = z.strictObject({
  provider: z.string().min(2, 'at least 2 characters'),
  /** What the provider calls it; without it the name that the settings give it. */
  model: notEmptySchema.optional(),
  url: addressSchema.optional(),
  key: handleSchema.optional(),
  contextWindow: wholeNumber(256).optional(),
  price: priceSchema.optional(),
  /** Models of the same provider that are asked in turn when this one is away. */
  fallbacks: z.array(notEmptySchema).optional(),
});
export type ModelSettings = z.output<typeof modelSchema>;

/** How the tool of a ToolSpec is reached: a function of a module, or a tool there is under another name. */
const bindingSchema = z
  .strictObject({
    module: notEmptySchema.optional(),
    export: notEmptySchema.optional(),
    tool: notEmptySchema.optional(),
  })
  .refine(({ module, tool }) => !module !== !tool, 'a tool is bound to a module or to a tool')
  .refine(({ module, export: name }) => module || !name, 'export belongs to a module');

/** Where a secret is found; `tools` may be given it. */
const secretSchema = z
  .strictObject({
    env: variableSchema.optional(),
    file: notEmptySchema.optional(),
    tools: z.array(notEmptySchema).optional(),
  })
  .refine(({ env, file }) => !env !== !file, 'a secret is in an environment variable or in a file');

const approvalsSchema = z.strictObject({
  /** Levels that need nobody’s leave (S3-62). */
  autoApprove: z.array(z.enum(riskLevels)).optional(),
  /** Tools of the level `critical` that may be asked for at all. */
  unlock: z.array(notEmptySchema).optional(),
  /** Who is asked: a terminal, or the people of the home. */
  by: z.enum(['terminal', 'home']).optional(),
  /** How long an approval is waited for before it counts as denied: a second to a year, 24 hours where nothing is said. */
  expiresAfterMs: wholeNumber(1000, 366 * 24 * 3_600_000).optional(),
});

/** What no agent here may come to, whatever its file says (ruling 5). */
const limitsSchema = z.strictObject({
  maxTokens: wholeNumber(256).optional(),
  maxToolCalls: wholeNumber(0).optional(),
  maxCost: maxCostSchema.optional(),
  timeoutMs: wholeNumber(100).optional(),
});

const validatorSchema = z.strictObject({ module: notEmptySchema, export: notEmptySchema.optional() });

/** A settings file, of a project or of everything. */
export const settingsFileSchema = z.strictObject({
  agents: agentsSchema.optional(),
  mcpServers: z.record(serverNameSchema, mcpServerSchema).optional(),
  models: named(modelSchema).optional(),
  tools: named(bindingSchema).optional(),
  vault: z
    .record(z.string().regex(/^[a-zA-Z0-9._-]+$/, 'letters, digits, ., _ and -'), secretSchema)
    .optional(),
  approvals: approvalsSchema.optional(),
  limits: limitsSchema.optional(),
  validators: named(validatorSchema).optional(),
});
export type SettingsFile = z.output<typeof settingsFileSchema>;
