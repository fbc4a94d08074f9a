import type { Question } from '@agent-home/agent-runtime';
import type { ApprovalRequested } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { mark, strong } from '../../terminal/colours.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { describeRules } from '../runs/describe-rules.ts';
import type { Asked } from './asked.ts';

/**
 * Describes the subject of a decision completely: no argument is cut or hidden, since it would be approved
 * unseen. Arguments come first, so that the question is below them at any length.
 */
export function describeQuestion({ runId, agent, question }: Asked): string[] {
  const { id, askedAt, data } = question;
  return [
    textOfNode(question) !== undefined ? 'what is known, exactly:' : 'arguments, exactly:',
    ...jsonDocument(data.arguments)
      .split('\n')
      .map((line) => `  ${line}`),
    `${mark('!')} ${strong(shownText(agent))} ${whatIsAsked(question)}`,
    `  id         ${id}`,
    `  run        ${runId}, asked ${askedAt}`,
    `  arguments  sha256 ${data.arguments_sha256}`,
    ...detailsOf(question),
  ];
}

/** Text of the question of a graph node; undefined for a question about a call. */
export function textOfNode({ kind, data }: Question): string | undefined {
  return kind === 'approval' && data.node !== undefined ? String(data.arguments.question) : undefined;
}

function whatIsAsked(question: Question): string {
  const { kind, data } = question;
  const text = textOfNode(question);
  if (text !== undefined) return `asks: ${strong(shownText(text))}`;
  const asked = kind === 'approval' ? 'wants to call' : 'had begun to call';
  return `${asked} ${strong(shownText(data.tool))} (${shownText(data.risk)}) with these arguments`;
}

function consequenceOf({ required, node }: ApprovalRequested): string {
  if (node !== undefined) return `the graph goes on without a yes from ${shownText(node)}`;
  return required ? 'the run ends' : 'the agent is told, and goes on without it';
}

function detailsOf({ kind, data }: Question): string[] {
  if (kind === 'outcome')
    return [
      `  begun      ${data.invoked_at}; the process died, and nobody knows whether it was carried out`,
      '  answers    done, not-done (it is made then), give-up (the run ends)',
    ];
  return [
    `  asked for ${describeRules(data.rules).trim()}`,
    ...(data.tainted ? ['  tainted    words of others are in this run'] : []),
    `  refused    ${consequenceOf(data)}`,
    `  expires    ${data.expires_at}, as if it were refused`,
  ];
}

/** Returns the commands to type next. */
export function wayOn({ runId, question: { kind, id } }: Pick<Asked, 'runId' | 'question'>): string[] {
  const answers =
    kind === 'approval'
      ? [`agent-home approvals approve ${id}`, `agent-home approvals deny ${id}`]
      : [`agent-home approvals settle ${id} done|not-done|give-up`];
  return [
    'the run waits; no process is needed for that. To answer, then to go on:',
    ...answers,
    `agent-home runs resume ${runId}`,
  ].map((line, index) => (index === 0 ? line : `  ${line}`));
}
