import { trustRoutes } from '@agent-home/http-contract';
import { sha256Hex } from '@agent-home/protocol';
import type { FastifyReply } from 'fastify';
import type { Routes } from '../../routing/route-types.ts';
import { sendTagged } from '../../routing/send-tagged.ts';

export function registerKeyList({ app, context, served }: Routes): void {
  const { keysDocument } = context.options;
  const keysTag = `"${sha256Hex(new TextEncoder().encode(keysDocument))}"`;

  app.route({
    ...served(trustRoutes.readKeyList),
    handler: async (request, reply: FastifyReply) => sendTagged(request, reply, keysDocument, keysTag),
  });
}
