import type {
  CallTicket,
  PreparedCall,
  ToolDescription,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';
import { hiddenForms } from './canaries.ts';

const describe = (name: string): ToolDescription => ({
  name,
  source: 'native',
  description: 'Says back what it is given.',
  parameters: { type: 'object', properties: { secret: { type: 'string' } } },
  aliases: [],
  risk: 'low',
  sideEffects: false,
  idempotent: true,
  prepares: name === 'echo',
  timeoutMs: 5_000,
});

/** Returns the members of a secret that is a JSON object. */
function collectParts(secret: string): string[] {
  return secret.startsWith('{') ? Object.values(JSON.parse(secret) as Record<string, string>) : [];
}

/** Tools that output a secret in every possible way, and keep their input for the board to compare. */
export class EchoingTools implements ToolProvider {
  readonly source = 'native';
  readonly received: { tool: string; value: unknown }[] = [];

  async tools(): Promise<ToolDescription[]> {
    return ['echo', 'breaking', 'stranger'].map(describe);
  }

  async prepare({ arguments: args }: PreparedCall) {
    return { seen: args.secret ?? null };
  }

  async invoke(ticket: CallTicket, call: PreparedCall): Promise<ToolOutcome> {
    ticket.open(call);
    const secret = String(call.arguments.secret);
    this.received.push({ tool: call.tool, value: secret });
    if (call.tool === 'breaking') throw new Error(`it broke ${'.'.repeat(440)} ${secret}`);
    const bytes = Buffer.from(secret);
    const texts = [
      secret,
      bytes.toString('base64'),
      Buffer.from(`x${secret}`).toString('base64url'),
      bytes.toString('hex'),
      encodeURIComponent(secret),
      JSON.stringify({ text: JSON.stringify(secret) }),
      ...hiddenForms(secret),
      ...collectParts(secret),
      secret.slice(0, 9),
      secret.slice(9),
    ];
    return {
      status: 'ok',
      content: texts.map((text) => ({ type: 'text' as const, text })),
      metadata: { [secret]: { hex: bytes.toString('hex').toUpperCase() }, bytes: [...bytes] },
    };
  }

  async close(): Promise<void> {}
}
