import type { Question } from '@agent-home/agent-runtime';
import type { ApprovalRequested } from '@agent-home/agent-runtime/run-log';
import { type JsonValue, revealedText, shownText } from '@agent-home/protocol';
import type { FileChange } from '@agent-home/runtime-node';
import { added, mark, removed, strong } from '../../terminal/colours.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { describeRules } from '../runs/describe-rules.ts';
import type { Asked } from './asked.ts';

/**
 * Describes the subject of a decision completely: no argument is cut or hidden, since it would be approved
 * unseen. Arguments come first, so that the question is below them at any length.
 */
export function describeQuestion({ runId, agent, question }: Asked, change?: FileChange): string[] {
  const { id, askedAt, data } = question;
  return [
    ...describeSubject(agent, question, change),
    `  id         ${id}`,
    `  run        ${runId}, waiting since ${askedAt}`,
    `  arguments  sha256 ${data.arguments_sha256}`,
    ...getDetails(question),
    ...(question.kind === 'outcome'
      ? []
      : [
          `  refused    ${getConsequence(question.data)}`,
          `  expires    ${question.data.expires_at}, and then counts as denied`,
        ]),
  ];
}

/** Describes a question to the user in whose terminal the run is: as completely, without the ids for other terminals. */
export function describeQuestionHere({ agent, question }: Asked, change?: FileChange): string[] {
  const { kind, data } = question;
  const endsRun = kind === 'approval' && data.required && data.node === undefined;
  return [
    ...describeSubject(agent, question, change),
    ...getDetails(question),
    ...(endsRun ? [`  refused    ${getConsequence(data)}`] : []),
  ];
}

function describeSubject(agent: string, question: Question, change: FileChange | undefined): string[] {
  return [
    textOfNode(question) !== undefined ? 'known values:' : 'arguments:',
    ...jsonDocument(withoutShown(question.data.arguments, change))
      .split('\n')
      .map((line) => `  ${line}`),
    ...(change === undefined ? [] : ['change:', ...describeChange(change)]),
    `${mark('!')} ${strong(shownText(agent))} ${describeRequest(question)}`,
  ];
}

function withoutShown(args: JsonValue, change: FileChange | undefined): JsonValue {
  if (change === undefined || typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(Object.entries(args).filter(([name]) => !change.shown.includes(name)));
}

/** Returns the lines of a diff, with control characters shown and added and removed lines in colours. */
function describeChange({ diff }: FileChange): string[] {
  const lines = diff.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => {
    const shown = `  ${revealedText(line)}`;
    if (line.startsWith('+')) return added(shown);
    return line.startsWith('-') ? removed(shown) : shown;
  });
}

/** Returns the question text of a graph node, or undefined for a question about a call. */
export function textOfNode({ kind, data }: Question): string | undefined {
  return kind === 'approval' && data.node !== undefined ? String(data.arguments.question) : undefined;
}

function describeRequest(question: Question): string {
  const { kind, data } = question;
  const text = textOfNode(question);
  if (text !== undefined) return `asks: ${strong(shownText(text))}`;
  const asked = kind === 'approval' ? 'wants to call' : 'had begun to call';
  return `${asked} ${strong(shownText(data.tool))} (${shownText(data.risk)}) with these arguments`;
}

function getConsequence({ required, node }: ApprovalRequested): string {
  if (node !== undefined) return `the graph continues without an approval from ${shownText(node)}`;
  return required ? 'the run ends' : 'the agent continues without the call';
}

function getDetails({ kind, data }: Question): string[] {
  if (kind === 'outcome')
    return [
      `  begun      ${data.invoked_at}; the process died, so the outcome is unknown`,
      '  answers    done, not-done (the call is made again), give-up (the run ends)',
    ];
  return [
    `  required   ${describeRules(data.rules).trim()}`,
    ...(data.tainted ? ['  tainted    the run contains text of others'] : []),
  ];
}

/** Returns the commands to type next. */
export function wayOn({ runId, question: { kind, id } }: Pick<Asked, 'runId' | 'question'>): string[] {
  const answers =
    kind === 'approval'
      ? [`agent-home approvals approve ${id}`, `agent-home approvals deny ${id}`]
      : [`agent-home approvals settle ${id} done|not-done|give-up`];
  return [
    'The run waits without a process. Answer it, then resume it:',
    ...answers,
    `agent-home runs resume ${runId}`,
  ].map((line, index) => (index === 0 ? line : `  ${line}`));
}
