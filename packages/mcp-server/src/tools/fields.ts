import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';

// Parts of the arguments that several tools share. A model reads their JSON Schemas with every request, so they are few and short.

export const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/);

/** Payload of a request. It is parsed JSON; the protocol limits its depth and size when it is written. */
export const payload = z.record(z.string().max(60), z.unknown()).transform((given) => given as JsonObject);

/** Maximum size of a payload as JSON; larger requests are rejected. */
export const maxPayloadBytes = 16 * 1024;
