import type { Settings } from '@agent-home/definition';
import { SetupError } from './setup-error.ts';

/**
 * The value behind `vault://name`, from the environment variable that the settings name for it.
 * @throws SetupError; no message has a value in it
 */
export function secretValue(
  { vault }: Pick<Settings, 'vault'>,
  handle: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const name = handle.replace(/^vault:\/\//, '');
  const secret = Object.hasOwn(vault, name) ? vault[name] : undefined;
  if (!secret)
    throw new SetupError('secret_not_configured', `the settings’ vault does not say where ${handle} is`);
  if (secret.env === undefined)
    throw new SetupError(
      'vault_not_supported',
      `${handle} is in a file, which is not supported yet: name an environment variable`,
    );
  const value = environment[secret.env];
  if (!value) throw new SetupError('secret_missing', `${handle} is in ${secret.env}, which is not set`);
  return value;
}
