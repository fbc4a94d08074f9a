import { z } from 'zod';

/** Name of a secret in the vault; settings never contain the value. */
export const handleSchema = z
  .string()
  .regex(/^vault:\/\/[a-zA-Z0-9._-]+$/, 'has to be a name in the vault, such as vault://openai');
export const variableSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'has to be the name of an environment variable');
/** Address of a server. Requests with a user or a password in their address are refused by `fetch`. */
export const addressSchema = z
  .url({ protocol: /^https?$/, error: 'has to be an http or https URL' })
  .refine(hasNoPassword, 'must not contain a user or a password: put the secret into the vault');

function hasNoPassword(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}
