import { z } from 'zod';
import { parseCallPattern } from '../call-patterns/call-pattern.ts';
import { notEmptySchema, ownerSchema, wholeNumber } from '../contracts/spec-fields.ts';
import { maxCostSchema, serverNameSchema } from '../definition/fields.ts';
import { addressSchema, handleSchema, variableSchema } from './fields.ts';
import { mcpServerSchema } from './mcp-server-schema.ts';

const named = <T extends z.ZodType>(value: T) => z.record(notEmptySchema, value);

/** Kinds of content of runs, as in their logs. */
export const privateContent = ['prompts', 'messages', 'arguments', 'results'] as const;

/** S3-55. */
const riskLevels = ['safe', 'low', 'medium', 'high', 'critical'] as const;

const agentsSchema = z.strictObject({
  autoRoute: z.boolean().optional(),
  defaultScope: z.enum(['project', 'global']).optional(),
  contextPersistence: z.boolean().optional(),
  /** Owner of agents whose file names none. */
  owner: ownerSchema.optional(),
  /** Model of agents whose file names none. */
  model: notEmptySchema.optional(),
  tracing: z
    .strictObject({
      enabled: z.boolean().optional(),
      backend: z.enum(['console', 'langsmith', 'opentelemetry']).optional(),
      /** Address of an OTLP collector over HTTP. */
      url: addressSchema.optional(),
      /** Handle of the secret that is sent with each request. */
      key: handleSchema.optional(),
      /** True to send messages, arguments and results of calls as well. */
      contents: z.boolean().optional(),
    })
    .optional(),
});

/** Price of a million tokens. */
const priceSchema = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  /** Input tokens that a prompt cache holds already, and those that it stores; default: `input`. */
  cacheRead: z.number().min(0).optional(),
  cacheWrite: z.number().min(0).optional(),
});

/** Protocols of models: OpenAI's chat completions and responses, Anthropic's messages, Gemini's content generation. */
export const modelApis = ['chat', 'responses', 'anthropic', 'gemini'] as const;
export type ModelApi = (typeof modelApis)[number];

const packageName = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;

const modelSchema = z
  .strictObject({
    provider: z.string().min(2, 'at least 2 characters'),
    /** The provider's name of the model; default: its name in the settings. */
    model: notEmptySchema.optional(),
    /** Protocol of the address; default: that of the provider, `chat` for any other. */
    api: z.enum(modelApis).optional(),
    /** Package of the AI SDK that calls the model; the operator's own settings alone may name one. */
    package: z.string().regex(packageName, 'has to be the name of an npm package').optional(),
    url: addressSchema.optional(),
    key: handleSchema.optional(),
    contextWindow: wholeNumber(256).optional(),
    /** Maximum number of tokens in one response; default: a quarter of the window, at most 4,096. */
    maxOutputTokens: wholeNumber(16).optional(),
    price: priceSchema.optional(),
    /** Kinds of input that it takes; default: text alone. */
    input: z
      .array(z.enum(['text', 'image', 'pdf']))
      .min(1, 'needs at least one kind')
      .optional(),
    /** Models of the same provider, called in this order if this one is unavailable. */
    fallbacks: z.array(notEmptySchema).optional(),
  })
  .refine(({ api, package: name }) => api === undefined || name === undefined, 'set either api or package');
export type ModelSettings = z.output<typeof modelSchema>;

const isNone = (...members: unknown[]) => members.every((member) => member === undefined);
const isOne = (...members: unknown[]) => members.filter((member) => member !== undefined).length === 1;

/** Authentication of a tool call, only by secrets of the vault. Its ToolSpec selects one of the three kinds. */
const authSchema = z
  .strictObject({
    apiKey: z
      .strictObject({
        key: handleSchema,
        header: notEmptySchema.optional(),
        query: notEmptySchema.optional(),
      })
      .refine(({ header, query }) => isOne(header, query), 'set either header or query for the key')
      .optional(),
    oauth2: z
      .strictObject({ tokenUrl: addressSchema, clientId: notEmptySchema, clientSecret: handleSchema })
      .optional(),
    serviceAccount: z
      .strictObject({
        tokenUrl: addressSchema,
        issuer: notEmptySchema,
        subject: notEmptySchema.optional(),
        keyId: notEmptySchema.optional(),
        algorithm: z.enum(['RS256', 'ES256']),
        privateKey: handleSchema,
      })
      .optional(),
  })
  .refine(
    (auth) => isOne(auth.apiKey, auth.oauth2, auth.serviceAccount),
    'set exactly one of apiKey, oauth2, serviceAccount',
  );
export type AuthSettings = z.output<typeof authSchema>;

const httpSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** `{name}` is replaced by an argument, encoded, and may occur after the host only. */
  url: z
    .string()
    .regex(
      /^https?:\/\/[^{}/?#@]+(\/.*)?$/,
      'has to be an http or https URL, with {name} only after the host',
    ),
  /** Texts, or whole values that are handles. */
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string()).optional(),
  /** True if addresses of this machine and of private networks are allowed. */
  privateNetwork: z.boolean().optional(),
  auth: authSchema.optional(),
});
export type HttpBindingSettings = z.output<typeof httpSchema>;

/** Binding of a ToolSpec: a function of a module, an existing tool under another name, a request, or a program. */
const bindingSchema = z
  .strictObject({
    module: notEmptySchema.optional(),
    export: notEmptySchema.optional(),
    tool: notEmptySchema.optional(),
    http: httpSchema.optional(),
    /**
     * Program and arguments, without a shell; `{name}` is replaced by an argument. Without placeholders, all arguments are passed
     * as JSON on standard input.
     */
    command: z.array(notEmptySchema).min(1).optional(),
    /** True if its results, refusals and errors taint no run. */
    trusted: z.boolean().optional(),
    /** True if its risk is `safe`; a `critical` tool stays critical. */
    safe: z.boolean().optional(),
    /** For `web_fetch` in the operator’s settings: true if addresses of this machine and of private networks are allowed. */
    allowPrivate: z.boolean().optional(),
  })
  .refine(
    ({ module, tool, http, command, trusted, safe, allowPrivate }) =>
      isOne(module, tool, http, command) ||
      (isNone(module, tool, http, command) && !isNone(trusted, safe, allowPrivate)),
    'set one of module, tool, http or command, or only trusted or safe',
  )
  .refine(({ module, export: name }) => module || !name, 'export needs module');
export type BindingSettings = z.output<typeof bindingSchema>;

/**
 * Source of a secret: a variable of this process, a file that only its owner can read, or the output of a
 * program (a list; no shell parses it). `tools` may receive it in their arguments; without them no tool does.
 */
const secretSchema = z
  .strictObject({
    env: variableSchema.optional(),
    file: notEmptySchema.optional(),
    command: z.array(notEmptySchema).min(1).optional(),
    tools: z.array(notEmptySchema).optional(),
  })
  .refine(
    (secret) => [secret.env, secret.file, secret.command].filter((place) => place !== undefined).length === 1,
    'set one of env, file or command for the secret',
  );
export type SecretSettings = z.output<typeof secretSchema>;

/** True if a text is a pattern of calls. The error of the schema names the allowed forms. */
function checkPattern(text: string, context: z.RefinementCtx<string>): void {
  try {
    parseCallPattern(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'invalid pattern' });
  }
}

const callPatternSchema = z.string().superRefine(checkPattern);

/** Calls that are approved in advance, with the person who allowed them. */
const allowedCallsSchema = z.strictObject({
  pattern: callPatternSchema,
  /** Absolute path of the only project in which it applies; absent for all. */
  project: notEmptySchema.optional(),
  /** Name of the person. */
  by: z.string().max(200).optional(),
  /** RFC 3339. */
  at: z.iso.datetime().optional(),
});
export type AllowedCalls = z.output<typeof allowedCallsSchema>;

const approvalsSchema = z.strictObject({
  /** Levels that need no approval (S3-62). */
  autoApprove: z.array(z.enum(riskLevels)).optional(),
  /** Tools of the level `critical` that may be called, with approval. */
  unlock: z.array(notEmptySchema).optional(),
  /** Calls that need no further approval, as patterns such as `bash(git diff *)`. */
  allow: z
    .array(
      z.union([callPatternSchema.transform((pattern): AllowedCalls => ({ pattern })), allowedCallsSchema]),
    )
    .max(1_000)
    .optional(),
  /** Approver: a terminal, or the operators of the home. */
  by: z.enum(['terminal', 'home']).optional(),
  /** Milliseconds until an approval counts as denied: a second to a year; default 24 hours. */
  expiresAfterMs: wholeNumber(1000, 366 * 24 * 3_600_000).optional(),
});

/**
 * Model that repairs calls with unknown tools or unreadable arguments. Without it no repair is requested: the
 * calling model reads the error and tries again.
 */
const toolCallRepairSchema = z.strictObject({
  /** A name of `models`; without it the agent's own. */
  model: notEmptySchema.optional(),
  names: z.boolean().optional(),
  arguments: z.boolean().optional(),
  /** True to repair arguments that do not fit their tool's schema as well. */
  unfitArguments: z.boolean().optional(),
  maxCandidates: wholeNumber(1, 100).optional(),
  maxSchemaBytes: wholeNumber(0, 100_000).optional(),
  maxTools: wholeNumber(1, 1_000).optional(),
  maxAttempts: wholeNumber(1, 3).optional(),
});
export type ToolCallRepairSettings = z.output<typeof toolCallRepairSchema>;

/** Settings for fitting a conversation into a model's window. */
const contextSchema = z.strictObject({
  /** Maximum number of turns of a session that a model is shown. */
  limitTurns: wholeNumber(1, 1_000).optional(),
  /** True if the model may summarize the running turn when nothing else frees enough room. */
  autoCompact: z.boolean().optional(),
});

/** Defaults for agents whose file sets none, and upper limits for every agent (ADR 0027). */
const limitsSchema = z.strictObject({
  maxTokens: wholeNumber(256).optional(),
  maxTotalTokens: wholeNumber(256).optional(),
  maxToolCalls: wholeNumber(0).optional(),
  maxCost: maxCostSchema.optional(),
  timeoutMs: wholeNumber(100).optional(),
});

/** Memory stores that this machine configures for agents that name one. */
const memorySchema = z.strictObject({
  redis: z
    .strictObject({
      /** An address without a password, or a vault handle of an address with one. */
      url: z.union([
        handleSchema,
        z
          .string()
          .regex(
            /^rediss?:\/\/[^@?\s]+$/,
            'has to be redis://host:port without a password, or a name in the vault',
          ),
      ]),
      /** Largest number of entries of an agent; the oldest are deleted. Default 2,000. */
      entries: wholeNumber(1, 100_000).optional(),
    })
    .optional(),
  postgres: z
    .strictObject({
      /** An address without a password, or a vault handle of an address with one. */
      url: z.union([
        handleSchema,
        z
          .string()
          .regex(
            /^postgres(ql)?:\/\/([^:@/?#\s]+@)?[^:@/?#\s][^@?#\s]*(\?sslmode=[a-z-]+)?$/,
            'has to be postgres://user@host:port/database without a password, or a name in the vault',
          ),
      ]),
      /** Largest number of entries of an agent; the oldest are deleted. Default 2,000. */
      entries: wholeNumber(1, 100_000).optional(),
    })
    .optional(),
  /** Key in `models` for embeddings, if the agent names none. */
  embeddingModel: notEmptySchema.optional(),
});

/** Sandbox for commands that agents run with `bash`. A project's settings can only narrow it. */
const sandboxSchema = z.strictObject({
  /** `auto` uses a sandbox if one works on this machine, `required` refuses commands without one, `off` uses none. Default `auto`. */
  bash: z.enum(['auto', 'required', 'off']).optional(),
  /** True if commands share the network of this machine. Default false. */
  network: z.boolean().optional(),
  /** Further folders and files that commands may change: absolute paths, or below `~`. */
  writable: z
    .array(z.string().regex(/^(\/|~\/|~$)[^\0]*$/, 'has to be an absolute path, or one that begins with ~/'))
    .max(50)
    .optional(),
});

const validatorSchema = z.strictObject({ module: notEmptySchema, export: notEmptySchema.optional() });

/** Tool whose addresses `allowPrivate` widens. */
const webFetch = 'web_fetch';

/** Settings file of a project, or the global one. */
export const settingsFileSchema = z.strictObject({
  agents: agentsSchema.optional(),
  mcpServers: z.record(serverNameSchema, mcpServerSchema).optional(),
  models: named(modelSchema).optional(),
  tools: named(bindingSchema)
    .refine(
      (tools) =>
        Object.entries(tools).every(([name, entry]) => name === webFetch || entry.allowPrivate === undefined),
      `allowPrivate is a member of ${webFetch} only; a binding to http has privateNetwork`,
    )
    .optional(),
  vault: z
    .record(z.string().regex(/^[a-zA-Z0-9._-]+$/, 'needs letters, digits, ., _ and -'), secretSchema)
    .optional(),
  approvals: approvalsSchema.optional(),
  limits: limitsSchema.optional(),
  sandbox: sandboxSchema.optional(),
  toolCallRepair: toolCallRepairSchema.optional(),
  context: contextSchema.optional(),
  memory: memorySchema.optional(),
  validators: named(validatorSchema).optional(),
  /** True to send the runs of residents to their home. A project's settings can only switch it off. Default false. */
  mirror: z.boolean().optional(),
  /** Content of runs that a mirror gets commitments for only. A project's settings can only add to it. Default none. */
  private: z.array(z.enum(privateContent)).max(privateContent.length).optional(),
});
export type SettingsFile = z.output<typeof settingsFileSchema>;
