import type { ConnectOptions } from '@agent-home/sdk';
import { z } from 'zod';
import { ConfigurationError } from '../../errors/command-errors.ts';

const routesSchema = z.object({
  AGENT_HOME_INTERNAL_HTTP: z.enum(['on', 'off', '']).default('off'),
  AGENT_HOME_STORE_ROUTE: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('')
    .refine((text) => text === '' || URL.parse(text)?.username === ''),
});

/**
 * Reads how a resident in an internal network reaches its home: plain HTTP to the API, and an address of the store in place of the one
 * that the home names for agents outside.
 * @throws ConfigurationError naming the variable
 */
export function residentRoutes(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<ConnectOptions, 'allowInsecureHttp' | 'storeRoute'> {
  const parsed = routesSchema.safeParse(environment);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    const right = name === 'AGENT_HOME_STORE_ROUTE' ? 'an address as http://proxy:9000' : 'on or off';
    throw new ConfigurationError('invalid_configuration', `${name} has to be ${right}`);
  }
  const { AGENT_HOME_INTERNAL_HTTP: plain, AGENT_HOME_STORE_ROUTE: storeRoute } = parsed.data;
  return { allowInsecureHttp: plain === 'on', ...(storeRoute === '' ? {} : { storeRoute }) };
}
