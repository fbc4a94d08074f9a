import type { Candidate, Routing, TriggerMatch } from '@agent-home/agent-runtime';

/** Returns the routing decision for a prompt, with its reasons, as JSON. */
export function routingDocument(routing: Routing) {
  const { winner, decidedBy, candidates, lookedAt, regexesLeftOut, regexesTooMuch, refused } = routing;
  return {
    agent: winner?.agent ?? null,
    decided_by: decidedBy,
    candidates: candidates.map(candidateDocument),
    looked_at: lookedAt,
    regexes_left_out: regexesLeftOut,
    regexes_too_much: regexesTooMuch,
    refused,
  };
}

function candidateDocument({ agent, file, matches }: Candidate) {
  return { agent, file, matches: matches.map(matchDocument) };
}

function matchDocument({ trigger, intent, priority, by, pattern, piece, start, length }: TriggerMatch) {
  return { trigger, intent: intent ?? null, priority, by, pattern, piece, start, length };
}
