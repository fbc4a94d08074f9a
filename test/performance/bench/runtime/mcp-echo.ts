import { createRequire } from 'node:module';

/** Server of the protocol's project with a tool that returns its message. */
export const echoServer = {
  command: process.execPath,
  args: [createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')],
};

/** Returns arguments that differ for each call, because a run ends with repeated ones. */
export function echoed(call: number): { message: string } {
  return { message: `Invoice ${call} is in invoices/2026.md, line 12.` };
}
