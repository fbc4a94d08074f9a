import { keyListSchema } from '@agent-home/http-contract';
import { sha256Hex } from '@agent-home/protocol';
import type { FastifyReply } from 'fastify';
import type { Routes } from '../../routing/route-types.ts';
import { sendTagged } from '../../routing/send-tagged.ts';

export function registerKeyList({ app, context }: Routes): void {
  const { keysDocument } = context.options;
  const keysTag = `"${sha256Hex(new TextEncoder().encode(keysDocument))}"`;

  app.get(
    '/v1/keys',
    {
      schema: {
        summary: 'The certified key list, to be held to a pinned root set before registering',
        response: { 200: keyListSchema },
      },
    },
    async (request, reply: FastifyReply) => sendTagged(request, reply, keysDocument, keysTag),
  );
}
