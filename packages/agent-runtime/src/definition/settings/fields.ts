import { z } from 'zod';

/** Name of a secret in the vault; settings never contain the value. */
export const handleSchema = z
  .string()
  .regex(/^vault:\/\/[a-zA-Z0-9._-]+$/, 'has to be a name in the vault, such as vault://openai');
export const variableSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'has to be the name of an environment variable');
export const addressSchema = z.url({ protocol: /^https?$/, error: 'has to be an http or https URL' });
