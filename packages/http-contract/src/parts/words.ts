import { idSchema, sha256HexSchema, timestampSchema, versionSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { readAs } from '../strictness/read-as.ts';

// Values in responses to agents. The platform created them, so the OpenAPI document has only their types; an
// agent, which does not trust a home blindly, validates their form.

export const idText = readAs(z.string(), idSchema);
export const hashText = readAs(z.string(), sha256HexSchema);
export const momentText = readAs(z.string(), timestampSchema);
export const nonEmptyText = readAs(z.string(), z.string().min(1));
export const versionNumber = readAs(z.int(), versionSchema);
export const amountNumber = readAs(z.int(), z.int().nonnegative());
export const secondsNumber = readAs(z.number(), z.number().positive());
