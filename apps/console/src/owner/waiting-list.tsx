import type { Waiting } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Avatar } from '../parts/avatar.tsx';
import { Moment } from '../parts/moment.tsx';
import { TimeLeft } from '../parts/time-left.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { useAgentNames } from '../read/agent-names.ts';
import { needsThem } from './what-is-new.ts';

/** What waits: first what somebody here can do something about. */
export function WaitingList({ waiting }: { waiting: readonly Waiting[] }) {
  const { t } = useTranslation('mine');
  const inOrder = [...waiting.filter(needsThem), ...waiting.filter((one) => !needsThem(one))];
  return (
    <section className="stack-tight" aria-labelledby="waiting-title">
      <h2 id="waiting-title">{t('waiting.title')}</h2>
      {inOrder.length === 0 ? <p className="soft">{t('waiting.none')}</p> : null}
      <ul className="stack-tight">
        {inOrder.map((one) => (
          <WaitingRow key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

function WaitingRow({ one }: { one: Waiting }) {
  const { t } = useTranslation('mine');
  const nameOf = useAgentNames();
  const { kind, container, candidate, text, votes, at, until } = one;
  const values = { agent: nameOf(one.agent_id), candidate: candidate && nameOf(candidate.agent_id) };
  return (
    <li className="card waiting" data-waiting={kind}>
      <Avatar id={candidate?.agent_id ?? one.agent_id} size={28} />
      <div className="waiting-words">
        <p>{t(`waiting.${kind}`, values)}</p>
        {text === undefined ? null : (
          <p className="small">
            <span className="soft">{t(isReason(kind) ? 'waiting.reason' : 'waiting.words')}</span>{' '}
            <UntrustedText text={text} inline />
          </p>
        )}
        <p className="small soft waiting-facts">
          {container ? (
            <Link href={`/${container.kind}s/${container.id}`}>
              <UntrustedText text={container.title} inline />
            </Link>
          ) : null}
          {votes ? <span>{t('waiting.votes', votes)}</span> : null}
          {until === undefined ? null : (
            <span>
              {t('waiting.ends')} <TimeLeft until={until} />
            </span>
          )}
          {at === undefined ? null : <Moment at={at} />}
        </p>
      </div>
    </li>
  );
}

const isReason = (kind: Waiting['kind']) => kind === 'persona_given_back' || kind === 'suspended';
