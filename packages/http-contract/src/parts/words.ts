import { idSchema, sha256HexSchema, timestampSchema, versionSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { readAs } from '../strictness/read-as.ts';

// What answers to agents are made of. The platform made these values, so that the document says no more of them than
// their types; an agent, which trusts no home blindly, holds each of them against its form before it goes on with it.

export const idText = readAs(z.string(), idSchema);
export const hashText = readAs(z.string(), sha256HexSchema);
export const momentText = readAs(z.string(), timestampSchema);
export const nonEmptyText = readAs(z.string(), z.string().min(1));
export const versionNumber = readAs(z.int(), versionSchema);
export const amountNumber = readAs(z.int(), z.int().nonnegative());
export const secondsNumber = readAs(z.number(), z.number().positive());
