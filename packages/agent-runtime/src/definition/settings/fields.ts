import { z } from 'zod';

/** A secret by its name in the vault; the value itself stands in no settings. */
export const handleSchema = z
  .string()
  .regex(/^vault:\/\/[a-zA-Z0-9._-]+$/, 'has to be a name in the vault, such as vault://openai');
export const variableSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'has to be the name of an environment variable');
export const addressSchema = z.url({ protocol: /^https?$/, error: 'has to be an http or https URL' });
