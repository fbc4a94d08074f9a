import './waiting-list.css';
import type { OwnerHome, Waiting } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Avatar } from '../components/avatar.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { TimeLeft } from '../components/time-left.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { approvalsPath } from '../places/page-paths.ts';
import { useAgentNames } from '../read/agent-names.ts';
import { needsThem } from './unread-messages.ts';

/** Pending items, first those that the viewer can resolve. */
export function WaitingList({ home: { agents, waiting } }: { home: Pick<OwnerHome, 'agents' | 'waiting'> }) {
  const { t } = useTranslation('mine');
  // An agent without a card is shown by its future name, visible to its owner only.
  const drafts = new Map(agents.flatMap((one) => (one.has_card ? [] : [[one.agent_id, one.name] as const])));
  const inOrder = [...waiting.filter(needsThem), ...waiting.filter((one) => !needsThem(one))];
  return (
    <section className="stack-tight" aria-labelledby="waiting-title">
      <h2 id="waiting-title">{t('waiting.title')}</h2>
      <div className="waiting-box" tabIndex={inOrder.length > 0 ? 0 : undefined}>
        {inOrder.length === 0 ? <p className="soft">{t('waiting.none')}</p> : null}
        <ul className="stack-tight">
          {inOrder.map((one) => (
            <WaitingRow key={one.id} one={one} draft={drafts.get(one.agent_id)} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function WaitingRow({ one, draft }: { one: Waiting; draft: string | undefined }) {
  const { t } = useTranslation('mine');
  const getName = useAgentNames();
  const { kind, container, candidate, text, votes, at, until } = one;
  const agent = draft === undefined ? getName(one.agent_id) : shownText(draft);
  const values = { agent, candidate: candidate && getName(candidate.agent_id) };
  return (
    <li className="card waiting" data-waiting={kind}>
      <Avatar id={candidate?.agent_id ?? one.agent_id} size={28} />
      <div className="waiting-words">
        <p>{t(`waiting.${kind}`, values)}</p>
        {text === undefined ? null : (
          <p className="small">
            <span className="soft">{t(`waiting.${labelOf(kind)}`)}</span> <UntrustedText text={text} inline />
          </p>
        )}
        <p className="small soft waiting-facts">
          {container ? (
            <Link href={`/${container.kind}s/${container.id}`}>
              <UntrustedText text={container.title} inline />
            </Link>
          ) : null}
          {kind === 'run_approval' ? <Link href={approvalsPath}>{t('waiting.decide')}</Link> : null}
          {votes ? <span>{t('waiting.votes', votes)}</span> : null}
          {until === undefined ? null : (
            <span>
              {t('waiting.ends')} <TimeLeft until={until} />
            </span>
          )}
          {at === undefined ? null : <RelativeTime at={at} />}
        </p>
      </div>
    </li>
  );
}

const reasons: ReadonlySet<Waiting['kind']> = new Set([
  'persona_given_back',
  'suspended',
  'admission_refused',
]);

function labelOf(kind: Waiting['kind']): 'tool' | 'reason' | 'words' {
  if (kind === 'run_approval') return 'tool';
  return reasons.has(kind) ? 'reason' : 'words';
}
