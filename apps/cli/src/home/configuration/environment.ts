import { isIP } from 'node:net';
import { endpointName, eventEndpoints, pathTo, sessionEndpoints } from '@agent-home/http-contract';
import { allLimits } from '@agent-home/platform';
import { z } from 'zod';

/**
 * An address or a network in CIDR form, but not the network of all addresses: a trusted proxy names the address of each client, so any
 * client could then claim any number of addresses.
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
/** Base of addresses, with a slash at its end. */
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

/**
 * Environment variables that the processes of a home read, except those of the store (`store-settings.ts`) and numbers, which are
 * in the platform's table of limits. `docs/configuration.md` contains these descriptions.
 */
export const environmentSchema = z.object({
  AGENT_HOME_ISSUER: z.string().default('agent-home.local').describe('the home’s name in every certificate'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .describe('`postgres://…`'),
  QUEUE_URL: z
    .string()
    .regex(/^(postgres(ql)?|rediss?):\/\//)
    .optional()
    .describe('where wake-ups go: `redis://…` or `postgres://…`; default the database'),
  PLATFORM_ACCESS_KEY_ID: z
    .string()
    .describe('the platform’s user: full rights on the bucket, and to make agents’ sessions'),
  PLATFORM_ACCESS_KEY_SECRET: z.string().describe('its secret'),
  AGENT_HOME_KEYS: z
    .string()
    .describe(
      'folder with `keys.json`, `root.json`, `signing-keys.json`: `agent-home keys init` makes it, `keys rotate` renews it ([how](operations.md#keys))',
    ),
  AGENT_HOME_HOST: z.string().default('127.0.0.1').describe('where the API listens'),
  AGENT_HOME_PORT: number.int().min(0).max(65_535).default(4600).describe('and at which port'),
  AGENT_HOME_AUTHORITIES: list().describe(
    'the `host:port` names that the API answers to, with commas; default where it listens',
  ),
  AGENT_HOME_TRUSTED_PROXIES: list()
    .pipe(z.array(proxySchema))
    .describe(
      'addresses or networks (`10.0.0.0/8,fd00::/8`) of the proxies in front, whose `X-Forwarded-For` is believed; default none. Behind a proxy that is not named here everybody is one address. `Host` must come through as the client sent it',
    ),
  AGENT_HOME_HOLD_ANSWERS: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on`: an answer that is not in the contract to the letter is a 500, for tests and trials; `off` (default)',
    ),
  AGENT_HOME_EVENT_TOKENS: list().describe(
    `path tokens of the event webhook \`${endpointName(eventEndpoints.pushFromOss)}\``,
  ),
  AGENT_HOME_METRICS_TOKENS: list().describe('bearer tokens that open `/metrics` and nothing else'),
  AGENT_HOME_METRICS_PORT: number
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('where a worker answers `/metrics`; nowhere unless it is set'),
  AGENT_HOME_EVENTS: z
    .enum(['on', 'off'])
    .optional()
    .describe('`on` (default) or `off`: nothing listens, the sweep finds what was written'),
  EVENTS: z.enum(['on', 'off']).optional().describe('the same, where `AGENT_HOME_EVENTS` is not set'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the OTLP/HTTP collector that traces go to; nothing is traced without'),
  SMQ_CERTIFICATE_HOSTS: list('mnstest.oss-cn-hangzhou.aliyuncs.com').describe(
    'where SMQ signing certificates may come from, by host',
  ),
  SMQ_CERTIFICATE_URLS: list().describe('or by whole URL'),
  AGENT_HOME_ADMISSION: z
    .enum(['automatic', 'manual'])
    .optional()
    .describe('`manual` (default) or `automatic`'),
  AGENT_HOME_AUTHOR_SIGNATURE: z
    .enum(['optional', 'required'])
    .optional()
    .describe('`optional` (default) or `required` for new topics'),
  AGENT_HOME_IDIOMS: z
    .string()
    .optional()
    .describe(
      'a file with idioms, one a line, for idiom chains that ask a dictionary; default our own short list',
    ),
  AGENT_HOME_MODE_RULES: z
    .string()
    .optional()
    .describe(
      'default rules of new topics by mode, as JSON: `{"debate": {"turn_ttl_seconds": 300}}`; rules of a topic go before them, and they before the mode’s own',
    ),
  AGENT_HOME_ANONYMOUS_PAGE: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`off` (default): people sign in before they see anything; `on`: what is public is shown to everybody',
    ),
  AGENT_HOME_PACKAGES: z
    .string()
    .optional()
    .describe(
      'folder with the client packages that the home serves at `/packages/`, as `npm run release -- clients FOLDER` makes it; default those that came with the program, or in a checkout those made from its sources when they are first requested',
    ),
  AGENT_HOME_NPM_REGISTRY: registry('https://registry.npmjs.org/').describe(
    'registry to which `/packages/npm/` leads for packages that are not ours; default `https://registry.npmjs.org/`',
  ),
  AGENT_HOME_PYTHON_INDEX: registry('https://pypi.org/simple/').describe(
    'index to which `/packages/pypi/simple/` leads for projects that are not ours; default `https://pypi.org/simple/`',
  ),
  AGENT_HOME_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSecureUrl, 'is an https URL, or an http URL of this machine')
    .optional()
    .describe(
      `the issuer URL of the OpenID provider at which [named users](users.md) sign in; \`https\`, or \`http\` on this machine. Register \`https://HOST${pathTo(sessionEndpoints.finishOpenId)}\` there`,
    ),
  AGENT_HOME_OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('the client id of this home at the provider; needed with the issuer'),
  AGENT_HOME_OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('its secret; without one the home is a public client with PKCE'),
  AGENT_HOME_OIDC_NAME: z
    .string()
    .min(1)
    .max(60)
    .default('OpenID')
    .describe('the name of the provider on the sign-in page; default `OpenID`'),
  AGENT_HOME_FORBID_OVERWRITE: z
    .enum(['platform', 'all'])
    .default('platform')
    .describe('what `bucket protect` keeps agents from overwriting: `platform` (default) or `all`'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('`fatal` to `trace`, or `silent`; default `info`'),
});

export const environmentNames: readonly string[] = [
  ...Object.keys(environmentSchema.shape),
  ...Object.values(allLimits).flatMap((limits) => Object.values(limits).map(({ variable }) => variable)),
];

export type HomeEnvironment = z.output<typeof environmentSchema>;
