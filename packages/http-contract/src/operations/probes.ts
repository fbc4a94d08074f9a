import { z } from 'zod';

/** `GET /healthz`, `GET /readyz`. */
export const okSchema = z.object({ status: z.literal('ok') });
