import type { RunFacts } from '@agent-home/agent-runtime/run-log';

/** Columns that lists filter by. PostgreSQL stores no NUL, which JSON escapes. */
export function columnsOf(facts: RunFacts) {
  return {
    facts: JSON.stringify(facts),
    state: facts.state,
    code: facts.code === undefined ? null : withoutNul(facts.code),
    agentName: withoutNul(facts.agent),
    asked: withoutNul(facts.asked),
    tools: facts.tools.map(withoutNul),
    models: facts.models.map(withoutNul),
  };
}

function withoutNul(text: string): string {
  return text.replaceAll('\u0000', '\ufffd');
}
