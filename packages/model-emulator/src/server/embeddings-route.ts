import { sha256Hex } from '@agent-home/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectFacts } from '../conversation/facts.ts';
import type { Fault } from '../faults/fault-schema.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { collectEmbeddings, readEmbeddings } from '../openai/embeddings.ts';
import { openAiWire } from '../openai/openai-wire.ts';
import { parseBody } from '../wire/parse-body.ts';
import { toWireError } from '../wire/wire-error.ts';
import { admit } from './admit.ts';
import { deliverBody } from './deliver.ts';
import { asWireError, sendError } from './send-error.ts';
import type { Services } from './services.ts';

/** Responds to an embeddings request. Faults are selected as for chat requests, by the model and the last text. */
export async function answerEmbeddings(incoming: FastifyRequest, reply: FastifyReply, services: Services) {
  const body = Buffer.isBuffer(incoming.body) ? incoming.body : Buffer.alloc(0);
  const trace: Omit<JournalEntry, 'number'> = {
    protocol: openAiWire.name,
    sha256: sha256Hex(body),
    bytes: body.length,
  };
  const outcome = readAndEmbed(incoming, body, { services, trace });
  services.journal.add(trace);
  if ('refusal' in outcome)
    return sendError(reply, { wire: openAiWire, error: outcome.refusal, requestId: incoming.id });
  reply.hijack();
  const headers = { [openAiWire.requestIdHeader]: incoming.id };
  const answered: Promise<void> = deliverBody(reply.raw, { ...outcome, headers }).finally(() =>
    services.inFlight.delete(answered),
  );
  services.inFlight.add(answered);
  await answered;
}

function readAndEmbed(
  incoming: FastifyRequest,
  body: Buffer,
  { services, trace }: { services: Services; trace: Omit<JournalEntry, 'number'> },
) {
  try {
    admit(incoming.headers, openAiWire, services.keys);
    const request = readEmbeddings(parseBody(body));
    const { model } = request;
    const texts = [request.input].flat();
    Object.assign(trace, { model, input: texts });
    const fault = services.faults.take(factsAbout(model, texts));
    if (fault) trace.fault = fault.kind;
    refuseOnPurpose(fault);
    return { body: collectEmbeddings(request), fault };
  } catch (error) {
    const refusal = asWireError(error, services.log);
    trace.error = refusal.code;
    return { refusal };
  }
}

function refuseOnPurpose(fault: Fault | undefined): void {
  if (fault?.kind === 'error') throw toWireError(fault.status, fault.message, fault.retryAfterSeconds);
}

function factsAbout(model: string, texts: string[]) {
  const turns = texts.map((text) => ({ role: 'user' as const, text }));
  return collectFacts({ model, system: '', turns, tools: [], stopSequences: [] });
}
