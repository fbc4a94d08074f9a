import { sha256Hex } from '@agent-home/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JournalEntry } from '../journal/journal.ts';
import type { Wire, WirePath } from '../wire/wire.ts';
import { admit } from './admit.ts';
import { answerRequest } from './answer-request.ts';
import { deliver } from './deliver.ts';
import { asWireError, sendError } from './send-error.ts';
import type { Services } from './services.ts';

interface Context {
  wire: Wire;
  /** Parts of the request that the path names. */
  path?: WirePath;
  services: Services;
}

/** Responds to a chat request. Closing the emulator waits for the response. */
export async function answerChat(incoming: FastifyRequest, reply: FastifyReply, context: Context) {
  const { inFlight } = context.services;
  const answered: Promise<void> = answer(incoming, reply, context).finally(() => inFlight.delete(answered));
  inFlight.add(answered);
  await answered;
  return reply;
}

/** Records the request in the journal before it is handled, for any outcome. */
async function answer(
  incoming: FastifyRequest,
  reply: FastifyReply,
  { wire, path = {}, services }: Context,
): Promise<void> {
  const started = performance.now();
  const body = Buffer.isBuffer(incoming.body) ? incoming.body : Buffer.alloc(0);
  const trace: Omit<JournalEntry, 'number'> = {
    protocol: wire.name,
    sha256: sha256Hex(body),
    bytes: body.length,
  };
  const outcome = readAndAnswer(incoming, body, { wire, path, services, trace });
  services.journal.add(trace);
  if ('refusal' in outcome) {
    sendError(reply, { wire, error: outcome.refusal, requestId: incoming.id });
  } else {
    reply.hijack();
    await deliver(reply.raw, { ...outcome, headers: { [wire.requestIdHeader]: incoming.id } });
  }
  const { model, rule, fault, stream, error } = trace;
  const status = 'refusal' in outcome ? outcome.refusal.status : 200;
  const milliseconds = Math.round(performance.now() - started);
  const who = { service: 'model', requestId: incoming.id, protocol: wire.name };
  services.log({ ...who, model, rule, fault, stream, status, error, milliseconds });
}

function readAndAnswer(
  incoming: FastifyRequest,
  body: Buffer,
  { wire, path = {}, services, trace }: Context & { trace: Omit<JournalEntry, 'number'> },
) {
  try {
    admit(incoming.headers, wire, services.keys);
    return answerRequest(body, { wire, path, scripts: services.scripts, faults: services.faults, trace });
  } catch (error) {
    const refusal = asWireError(error, services.log);
    trace.error = refusal.code;
    return { refusal };
  }
}
