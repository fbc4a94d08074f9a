import { readFile } from 'node:fs/promises';
import { specRoutes } from '@agent-home/http-contract';
import { sha256Hex } from '@agent-home/protocol';
import type { Routes } from '../../routing/route-types.ts';
import { sendTagged } from '../../routing/send-tagged.ts';

/** Folder of the schemas, whose bytes are served. */
const folder = new URL('../../../../../../packages/agent-runtime/schemas/', import.meta.url);

/** Serves the contract schemas at the paths of their `$id`. Public like `/openapi.json`: they are the same in every home. */
export function registerContractSchemas({ app, served }: Routes): void {
  const read = new Map<string, Promise<string>>();
  app.route({
    ...served(specRoutes.readContract),
    handler: async (request, reply) => {
      const { file } = request.params;
      const reading = read.get(file) ?? readFile(new URL(file, folder), 'utf8');
      read.set(file, reading);
      const text = await reading;
      return sendTagged(request, reply, text, `"${sha256Hex(new TextEncoder().encode(text))}"`);
    },
  });
}
