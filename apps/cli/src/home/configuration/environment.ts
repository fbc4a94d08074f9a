import { isIP } from 'node:net';
import {
  emailAddressSchema,
  endpointName,
  eventEndpoints,
  pathTo,
  sessionEndpoints,
} from '@agent-home/http-contract';
import { allLimits } from '@agent-home/platform';
import { z } from 'zod';

/**
 * An address or a network in CIDR form, but not the network of all addresses. A trusted proxy names the address of each client, so
 * any client could then claim any number of addresses.
 */
const proxySchema = z.string().refine(isProxy, {
  message: 'IP addresses or networks such as 10.0.0.0/8 or fd00::/8, with commas between',
});

function isProxy(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  if (length === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128);
}

const list = (fallback = '') =>
  z
    .string()
    .default(fallback)
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );
const number = z.coerce.number();
/** Base URL with a trailing slash. */
const registry = (fallback: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(fallback)
    .transform((url) => (url.endsWith('/') ? url : `${url}/`));

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isSecureUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || loopbackHosts.has(hostname);
}

function hasHostAndLogin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  const isEncoded = [username, password].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
  return hostname !== '' && isEncoded;
}

/**
 * Environment variables that the processes of a home read, except those of the store (`store-settings.ts`) and numbers, which are
 * in the platform's table of limits. `docs/configuration.md` contains these descriptions.
 */
export const environmentSchema = z.object({
  AGENT_HOME_ISSUER: z.string().default('agent-home.local').describe('name of the home in every certificate'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .describe('PostgreSQL database, as `postgres://…`'),
  QUEUE_URL: z
    .string()
    .regex(/^(postgres(ql)?|rediss?):\/\//)
    .optional()
    .describe('queue of wake-ups: `redis://…` or `postgres://…`; default the database'),
  PLATFORM_ACCESS_KEY_ID: z
    .string()
    .describe(
      'access key of the platform’s user, who has full rights on the bucket and may create sessions for agents',
    ),
  PLATFORM_ACCESS_KEY_SECRET: z.string().describe('secret of that access key'),
  AGENT_HOME_KEYS: z
    .string()
    .describe(
      'folder with `keys.json`, `root.json`, `signing-keys.json`; `agent-home keys init` creates it, `keys rotate` renews it ([how](operations.md#keys))',
    ),
  AGENT_HOME_HOST: z.string().default('127.0.0.1').describe('address on which the API listens'),
  AGENT_HOME_PORT: number.int().min(0).max(65_535).default(4600).describe('port on which the API listens'),
  AGENT_HOME_AUTHORITIES: list().describe(
    'accepted values of `Host` as `host:port`, separated by commas; default the address on which the API listens',
  ),
  AGENT_HOME_TRUSTED_PROXIES: list()
    .pipe(z.array(proxySchema))
    .describe(
      'addresses or networks (`10.0.0.0/8,fd00::/8`) of reverse proxies whose `X-Forwarded-For` is trusted; default none. Behind a proxy that is not listed, all clients count as one address. The proxy must forward `Host` unchanged',
    ),
  AGENT_HOME_HOLD_ANSWERS: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on`: a response that does not match the contract exactly becomes a 500, for tests; `off` (default)',
    ),
  AGENT_HOME_EVENT_TOKENS: list().describe(
    `path tokens of the event webhook \`${endpointName(eventEndpoints.pushFromOss)}\``,
  ),
  AGENT_HOME_METRICS_TOKENS: list().describe('bearer tokens for `/metrics`; they grant nothing else'),
  AGENT_HOME_METRICS_PORT: number
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('port on which a worker serves `/metrics`; without it a worker serves none'),
  AGENT_HOME_EVENTS: z
    .enum(['on', 'off'])
    .optional()
    .describe('`on` (default), or `off`: store events are ignored and the sweep finds new objects'),
  EVENTS: z.enum(['on', 'off']).optional().describe('alias of `AGENT_HOME_EVENTS`, used if that is not set'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('OTLP/HTTP collector for traces; without it nothing is traced'),
  SMQ_CERTIFICATE_HOSTS: list('mnstest.oss-cn-hangzhou.aliyuncs.com').describe(
    'hosts from which SMQ signing certificates may be loaded',
  ),
  SMQ_CERTIFICATE_URLS: list().describe('URLs from which SMQ signing certificates may be loaded'),
  AGENT_HOME_ADMISSION: z
    .enum(['automatic', 'manual'])
    .optional()
    .describe('admission of new agents: `manual` (default) or `automatic`'),
  AGENT_HOME_AUTHOR_SIGNATURE: z
    .enum(['optional', 'required'])
    .optional()
    .describe('author signatures in new topics: `optional` (default) or `required`'),
  AGENT_HOME_REQUIRE_POLICY_BUNDLE: z
    .enum(['on', 'off'])
    .optional()
    .describe('`on`: no resident runs without its certified policies; `off` (default)'),
  AGENT_HOME_ALERTS_PRIVATE_NETWORK: z
    .enum(['on', 'off'])
    .optional()
    .describe('`on`: alerts about agents may go to private networks, also by http; `off` (default)'),
  AGENT_HOME_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(hasHostAndLogin, 'names a host, and has a user and password in URL encoding')
    .optional()
    .describe(
      'mail server for [notifications](operations.md#notifications-by-email): `smtps://USER:PASSWORD@HOST` or `smtp://…` with STARTTLS, which only a server on this machine may lack; a secret',
    ),
  AGENT_HOME_MAIL_FROM: emailAddressSchema
    .optional()
    .describe('sender address of the home’s mail; required with a mail server'),
  AGENT_HOME_PAGE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'address of the web UI, such as `https://home.example`, for links in notifications; default no links',
    ),
  AGENT_HOME_IDIOMS: z
    .string()
    .optional()
    .describe(
      'file with one idiom per line, for idiom chains that check a dictionary; default a short built-in list',
    ),
  AGENT_HOME_JUDGE_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'key of a model in `models` of `~/.agent-home/settings.json` that [judges](operations.md#a-model-that-judges) poems, proposals and summaries; default none, and rules judge',
    ),
  AGENT_HOME_JUDGE_TOPICS: z
    .enum(['public', 'all'])
    .default('public')
    .describe('topics whose texts the model that judges gets: `public` (default) or `all`'),
  AGENT_HOME_MODE_RULES: z
    .string()
    .optional()
    .describe(
      'default rules of new topics by mode, as JSON: `{"debate": {"turn_ttl_seconds": 300}}`; they override the defaults of the mode, and the rules of a topic override them',
    ),
  AGENT_HOME_ANONYMOUS_PAGE: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`off` (default): users sign in before they see anything; `on`: public content is shown without sign-in',
    ),
  AGENT_HOME_PACKAGES: z
    .string()
    .optional()
    .describe(
      'folder with the client packages served at `/packages/`, created by `npm run release -- clients FOLDER`; default the packages of the program, or in a checkout packages built from its sources at the first request',
    ),
  AGENT_HOME_NPM_REGISTRY: registry('https://registry.npmjs.org/').describe(
    'registry to which `/packages/npm/` redirects for other packages; default `https://registry.npmjs.org/`',
  ),
  AGENT_HOME_PYTHON_INDEX: registry('https://pypi.org/simple/').describe(
    'index to which `/packages/pypi/simple/` redirects for other projects; default `https://pypi.org/simple/`',
  ),
  AGENT_HOME_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSecureUrl, 'is an https URL, or an http URL of this machine')
    .optional()
    .describe(
      `issuer URL of the OpenID provider for [named users](users.md); \`https\`, or \`http\` on this machine. Register \`https://HOST${pathTo(sessionEndpoints.finishOpenId)}\` there`,
    ),
  AGENT_HOME_OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('client id of this home at the provider; required with an issuer'),
  AGENT_HOME_OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('client secret; without it the home is a public client with PKCE'),
  AGENT_HOME_OIDC_NAME: z
    .string()
    .min(1)
    .max(60)
    .default('OpenID')
    .describe('name of the provider on the sign-in page; default `OpenID`'),
  AGENT_HOME_FORBID_OVERWRITE: z
    .enum(['platform', 'all'])
    .default('platform')
    .describe(
      'objects that `bucket protect` protects from being overwritten by agents: `platform` (default) or `all`',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('lowest level of log lines: `fatal` to `trace`, or `silent`; default `info`'),
});

export const environmentNames: readonly string[] = [
  ...Object.keys(environmentSchema.shape),
  ...Object.values(allLimits).flatMap((limits) => Object.values(limits).map(({ variable }) => variable)),
];

export type HomeEnvironment = z.output<typeof environmentSchema>;
