import type { RecordData } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { faint, mark, strong } from '../../terminal/colours.ts';
import { counted } from '../../terminal/counted.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { allowedTools } from './describe-ends.ts';

/** Describes a handoff: both agents, the reason, and the payload (S3-124). */
export function describeHandoff({ from, to, reason, payload }: RecordData<'handoff.requested'>): string[] {
  const why = reason === '' ? '' : `: ${preview(reason)}`;
  return [
    `  ⇒ ${strong(shownText(from))} hands over to ${strong(shownText(to))}${why}`,
    faint(`    passes ${preview(JSON.stringify(payload))}`),
  ];
}

export function describeRefusedHandoff({
  to,
  code,
  condition,
  error,
}: RecordData<'handoff.refused'>): string[] {
  const about = condition === undefined ? '' : `: ${preview(condition)}`;
  const why = error === undefined ? '' : ` (it cannot be judged: ${shownText(error)})`;
  return [`    ${mark('✘')} no handoff to ${shownText(to)} [${shownText(code)}]${about}${why}`];
}

/** Describes the next agent and its settings. */
export function describeLeg({ pinned }: RecordData<'run.leg_started'>): string[] {
  const { agent, title, model, definition, context } = pinned;
  const named = title === '' || title === agent ? '' : ` (${shownText(title)})`;
  const version = shownText(String(definition.version ?? ''));
  return [
    '',
    `${strong(shownText(agent))}${named} continues the run`,
    faint(`  definition ${version}, model ${shownText(model.provider)}/${shownText(model.name)}`),
    faint(`  tools      ${allowedTools(pinned).map(shownText).join(', ') || 'none'}`),
    ...(context.length === 0
      ? []
      : [faint(`  remembers ${counted(context.length, 'message')} of this session`)]),
  ];
}

export function describeLegAgain({ agent }: RecordData<'run.leg_resumed'>): string[] {
  return ['', `${strong(shownText(agent))} continues`];
}

export function describeMissingLeg({ agent, code, message }: RecordData<'run.leg_unavailable'>): string[] {
  return [`    ${mark('✘')} ${shownText(agent)} cannot take over [${shownText(code)}]: ${preview(message)}`];
}
