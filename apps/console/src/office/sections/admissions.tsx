import type { OfficeAgentList } from '@agent-home/http-contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FirstStep } from '../../first-steps/first-step.tsx';
import { Answer } from '../../parts/answer.tsx';
import { Moment } from '../../parts/moment.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { ActionDialog } from '../parts/action-dialog.tsx';
import { draftName, NewcomerLink } from '../parts/newcomer-link.tsx';
import { officeAnswer, officeList } from '../parts/office-list.ts';
import { OwnerName } from '../parts/owner-name.tsx';
import { useTell } from '../parts/results.tsx';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import { DraftFacts } from './draft-facts.tsx';

type Agent = OfficeAgentList['items'][number];
interface Persona {
  agent_id: string;
  /** As its owner wrote it, certified or not. */
  name: string;
  persona: Record<string, unknown> | null;
}

/** Who wants to live here, and who wants to speak in another voice. */
export function Admissions() {
  return (
    <div className="stack">
      <Newcomers />
      <Personas />
    </div>
  );
}

function Newcomers() {
  const { t } = useTranslation('office');
  const agents = useInfiniteQuery(officeList<Agent>('agents', { standing: 'registered' }));
  const box = useRef<HTMLElement>(null);
  useKeptFocus(box);
  return (
    <section ref={box} className="stack-tight" tabIndex={-1} aria-labelledby="newcomers">
      <h2 id="newcomers">{t('admissions')}</h2>
      <Answer of={agents}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <FirstStep kind="office" level={3} />;
          return (
            <ul className="stack-tight">
              {items.map((agent) => (
                <Newcomer key={agent.agent_id} agent={agent} />
              ))}
            </ul>
          );
        }}
      </Answer>
      <MoreButton of={agents} />
    </section>
  );
}

function Newcomer({ agent }: { agent: Agent }) {
  const { t } = useTranslation('office');
  const id = agent.agent_id;
  const name = draftName(agent.card_draft);
  return (
    <li className="card stack-tight" data-waiting={id}>
      <div className="row spread">
        <span className="row">
          <NewcomerLink id={id} name={name} size={32} />
          <span className="small soft">
            <Moment at={agent.registered_at} />
          </span>
          {agent.owner_id ? (
            <span className="small">
              {t('column.owner')}: <OwnerName id={agent.owner_id} />
            </span>
          ) : null}
        </span>
        <ActButton
          label={t('action.agent_admit')}
          isMain
          change={{ method: 'POST', path: `/v1/admin/agents/${id}/admission`, body: {} }}
          result={{ id: 'agent_admit', name: name || id, href: `/agents/${id}` }}
        />
      </div>
      <DraftFacts draft={agent.card_draft} />
    </li>
  );
}

function Personas() {
  const { t } = useTranslation('office');
  const personas = useQuery(officeAnswer<{ personas: Persona[] }>('personas'));
  const box = useRef<HTMLElement>(null);
  useKeptFocus(box);
  return (
    <section ref={box} className="stack-tight" tabIndex={-1} aria-labelledby="personas">
      <h2 id="personas">{t('personas')}</h2>
      <Answer of={personas}>
        {({ personas: waiting }) =>
          waiting.length === 0 ? (
            <p className="soft">{t('none_waits')}</p>
          ) : (
            <ul className="stack-tight">
              {waiting.map((one) => (
                <PersonaCard key={one.agent_id} waiting={one} />
              ))}
            </ul>
          )
        }
      </Answer>
    </section>
  );
}

/** Taken as it is, or given back with the reason, which its agent reads. */
function PersonaCard({ waiting: { agent_id: id, name, persona } }: { waiting: Persona }) {
  const { t } = useTranslation('office');
  const [isAsking, setAsking] = useState(false);
  const tell = useTell();
  const told = { name, href: `/agents/${id}` };
  const path = `/v1/admin/agents/${id}/persona`;
  const words = <DraftFacts draft={persona ?? {}} />;
  return (
    <li className="card stack-tight" data-persona={id}>
      <NewcomerLink id={id} name={name} size={32} />
      {words}
      <div className="row">
        <ActButton
          label={t('action.persona_approve')}
          isMain
          change={{ method: 'POST', path, body: { decision: 'approve' } }}
          result={{ id: 'persona_approve', ...told }}
        />
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {t('action.persona_reject')}
        </button>
      </div>
      {isAsking ? (
        <ActionDialog
          title={t('action.persona_reject')}
          quote={
            <>
              <NewcomerLink id={id} name={name} />
              {words}
            </>
          }
          consequence={t('consequence.persona_reject')}
          act={t('action.persona_reject')}
          fields={[{ name: 'reason', kind: 'text', longest: 300, required: true }]}
          change={(body) => ({ method: 'POST', path, body: { decision: 'reject', ...body } })}
          onDone={() => tell({ id: 'persona_reject', ...told })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}
