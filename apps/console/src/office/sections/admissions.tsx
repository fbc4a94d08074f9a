import { type AnswerOf, agentEndpoints, requestTo } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../../components/query-result.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { ActButton } from '../components/act-button.tsx';
import { ActionDialog } from '../components/action-dialog.tsx';
import { NewcomerLink } from '../components/newcomer-link.tsx';
import { officeAnswer } from '../components/office-list.ts';
import { useTell } from '../components/results.tsx';
import { useKeptFocus } from '../components/use-kept-focus.ts';
import { DraftFacts } from './draft-facts.tsx';
import { admissionsEveryMs, Newcomers } from './newcomers.tsx';

type Persona = AnswerOf<typeof agentEndpoints.listPersonas>['personas'][number];

/** Pending admissions and personas. */
export function Admissions() {
  return (
    <div className="stack">
      <Newcomers />
      <Personas />
    </div>
  );
}

function Personas() {
  const { t } = useTranslation('office');
  const personas = useQuery(officeAnswer(agentEndpoints.listPersonas, admissionsEveryMs));
  const box = useRef<HTMLElement>(null);
  useKeptFocus(box);
  return (
    <section ref={box} className="stack-tight" tabIndex={-1} aria-labelledby="personas">
      <h2 id="personas">{t('personas')}</h2>
      <QueryResult of={personas}>
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
      </QueryResult>
    </section>
  );
}

/** Accepts a persona unchanged, or returns it with a reason that its agent reads. */
function PersonaCard({ waiting: { agent_id: id, name, persona } }: { waiting: Persona }) {
  const { t } = useTranslation('office');
  const [isAsking, setAsking] = useState(false);
  const tell = useTell();
  const told = { name, href: pagePaths.agent(id) };
  const decision = requestTo(agentEndpoints.decidePersona, { params: { agent_id: id } });
  const words = <DraftFacts draft={(persona ?? {}) as Record<string, unknown>} />;
  return (
    <li className="card stack-tight" data-persona={id}>
      <NewcomerLink id={id} name={name} size={32} />
      {words}
      <div className="row">
        <ActButton
          label={t('action.persona_approve')}
          isMain
          change={{ ...decision, body: { decision: 'approve' } }}
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
          change={(body) => ({ ...decision, body: { decision: 'reject', ...body } })}
          onDone={() => tell({ id: 'persona_reject', ...told })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}
