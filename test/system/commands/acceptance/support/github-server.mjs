import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/**
 * First tool of a server with this name, on the protocol's own library: details of a pull request that appear
 * nowhere else.
 */
const pullRequest = {
  number: 42,
  title: 'Close the pool before the socket',
  author: 'grace',
  changed_files: 3,
  additions: 17,
  deletions: 4,
};

serveStdio(() => {
  const server = new McpServer({ name: 'github', version: '1.0.0' });
  server.registerTool(
    'get_pull_request',
    {
      description: 'Details of a pull request.',
      inputSchema: z.object({ owner: z.string(), repo: z.string(), pull_number: z.number().int() }),
      annotations: { readOnlyHint: true },
    },
    ({ owner, repo, pull_number: number }) => ({
      content: [
        { type: 'text', text: JSON.stringify({ ...pullRequest, repository: `${owner}/${repo}`, number }) },
      ],
    }),
  );
  return server;
});
