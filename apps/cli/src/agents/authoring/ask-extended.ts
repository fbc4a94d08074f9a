import { DefinitionError, decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { writeAgent } from './agent-answers.ts';
import {
  backends,
  type ExtendedAnswers,
  tracedEvents,
  tracingBackends,
  usualPriority,
} from './extended-answers.ts';
import { askTicks, askUntil, type Person } from './person.ts';
import {
  readChoice,
  readEdges,
  readList,
  readName,
  readNodes,
  readOptional,
  readPriority,
  readSchema,
} from './read-answers.ts';
import { blank } from './templates/blank.ts';

/** Prompts for the extended answers (S3-123). Enter skips each. */
export async function askExtended(person: Person, name: string): Promise<ExtendedAnswers> {
  person.say('More, for agents that work together. Enter skips each.');
  let answers: ExtendedAnswers = {};
  for (const ask of [askTriggers, askHandoff, askGuardrail, askMemory, askGraph, askTracing])
    answers = { ...answers, ...(await askSound(person, name, ask)) };
  return answers;
}

/** Repeats a question whose answer would not load, so that an error in the last of twenty answers does not discard the others. */
async function askSound(
  person: Person,
  name: string,
  ask: (person: Person) => Promise<ExtendedAnswers>,
): Promise<ExtendedAnswers> {
  for (;;) {
    const answers = await ask(person);
    const problems = collectProblems(name, answers);
    if (problems.length === 0) return answers;
    for (const problem of problems) person.say(`  ${shownText(problem)}`);
  }
}

function collectProblems(name: string, extended: ExtendedAnswers): string[] {
  try {
    decodeMarkdown(writeAgent(blank, { name, scope: 'project', extended }));
    return [];
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems.map(({ message }) => message);
    throw error;
  }
}

async function askTriggers(person: Person): Promise<ExtendedAnswers> {
  const keywords = await askUntil(person, 'Keywords that choose it (comma-separated): ', readList);
  const regex = await askUntil(person, 'A regular expression that chooses it: ', readOptional);
  if (keywords.length === 0 && regex === undefined) return {};
  const priority = await askUntil(person, `Priority, 0 to 10 [${usualPriority}]: `, readPriority);
  return { keywords, regex, priority };
}

async function askHandoff(person: Person): Promise<ExtendedAnswers> {
  const to = await askUntil<string | undefined>(person, 'Agent that it may hand over to: ', (line) =>
    line === '' ? { value: undefined } : readName(line),
  );
  if (to === undefined) return {};
  const when = await askUntil(person, "  when (a condition, as task.status == 'ready'): ", readOptional);
  const schema = await askUntil(person, '  with what (a JSON Schema on one line): ', readSchema);
  return { handoff: { to, when, schema } };
}

async function askGuardrail(person: Person): Promise<ExtendedAnswers> {
  const schema = await askUntil(
    person,
    'A JSON Schema that its answers have to fit (on one line): ',
    readSchema,
  );
  if (schema === undefined) return {};
  const policies = ['reject', 'repair'] as const;
  const policy = await askUntil(
    person,
    '  what does not fit, reject or repair [reject]: ',
    readChoice(policies),
  );
  return { guardrail: { schema, policy: policy ?? 'reject' } };
}

async function askMemory(person: Person): Promise<ExtendedAnswers> {
  const sessionKeys = await askUntil(person, 'Keys it keeps in a session (comma-separated): ', readList);
  const longTerm = await askUntil(
    person,
    `Long-term memory (${backends.join(', ')}): `,
    readChoice(backends),
  );
  return { sessionKeys, longTerm };
}

async function askGraph(person: Person): Promise<ExtendedAnswers> {
  const nodes = await askUntil(person, 'Nodes of a graph, the entry first (NAME=AGENT, …): ', readNodes);
  if (nodes.length === 0) return {};
  const edges = await askUntil(
    person,
    '  its edges (FROM>TO; FROM>TO if CONDITION; END is the end): ',
    readEdges,
  );
  return { graph: { nodes, edges } };
}

async function askTracing(person: Person): Promise<ExtendedAnswers> {
  const question = `Tracing to (${tracingBackends.join(', ')}): `;
  const backend = await askUntil(person, question, readChoice(tracingBackends));
  if (backend === undefined) return {};
  const ticks = tracedEvents.map((name) => ({ name, ticked: true }));
  return { tracing: { backend, events: await askTicks(person, '  Events that are traced:', ticks) } };
}
