import {
  agentEndpoints,
  type BulkAdmissionAnswer,
  type OfficeAgentList,
  requestTo,
} from '@agent-home/http-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { FirstStep } from '../../first-steps/first-step.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { ActButton } from '../components/act-button.tsx';
import { ActionDialog } from '../components/action-dialog.tsx';
import { draftName, NewcomerLink } from '../components/newcomer-link.tsx';
import { officeList } from '../components/office-list.ts';
import { OwnerName } from '../components/owner-name.tsx';
import { useTell } from '../components/results.tsx';
import { useAction } from '../components/use-action.ts';
import { useKeptFocus } from '../components/use-kept-focus.ts';
import { DraftFacts } from './draft-facts.tsx';

type Agent = OfficeAgentList['items'][number];
const mostAtOnce = 100;
/** Polling interval, so that a waiting agent appears on an open page. */
export const admissionsEveryMs = 5_000;
const reason = { name: 'reason', kind: 'text', longest: 300, required: true } as const;

/** Registered agents that wait for a decision, decided one by one or together. */
export function Newcomers() {
  const { t } = useTranslation('office');
  const agents = useInfiniteQuery({
    ...officeList(agentEndpoints.listForOffice, { standing: 'registered', refused: 'false' }),
    refetchInterval: admissionsEveryMs,
  });
  const box = useRef<HTMLElement>(null);
  useKeptFocus(box);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <section ref={box} className="stack-tight" tabIndex={-1} aria-labelledby="newcomers">
      <h2 id="newcomers">{t('admissions')}</h2>
      <QueryResult of={agents}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <FirstStep kind="office" level={3} />;
          const ids = items.map(({ agent_id: id }) => id).slice(0, mostAtOnce);
          return (
            <>
              {items.length > 1 ? (
                <BulkBar ids={ids} chosen={ids.filter((id) => chosen.has(id))} onChoose={setChosen} />
              ) : null}
              <ul className="stack-tight">
                {items.map((agent) => (
                  <Newcomer
                    key={agent.agent_id}
                    agent={agent}
                    choice={items.length > 1 ? { isChosen: chosen.has(agent.agent_id), choose } : undefined}
                  />
                ))}
              </ul>
            </>
          );
        }}
      </QueryResult>
      <MoreButton of={agents} />
    </section>
  );
}

/** Decides on the chosen agents together. */
function BulkBar({
  ids,
  chosen,
  onChoose,
}: {
  ids: readonly string[];
  chosen: readonly string[];
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation('office');
  const [isAsking, setAsking] = useState(false);
  const tell = useTell();
  const told = (id: string) => (answer: unknown) => {
    onChoose(new Set());
    const { decided, results } = answer as BulkAdmissionAnswer;
    tell({ id, name: t('bulk.count', { decided, count: results.length }) });
  };
  const { run, isRunning, problem } = useAction(told('agents_admit'));
  const decision = requestTo(agentEndpoints.decideAdmissions);
  const isNone = chosen.length === 0;
  return (
    <div className="row" data-bulk>
      <label className="row">
        <input
          type="checkbox"
          checked={chosen.length === ids.length}
          onChange={(event) => onChoose(new Set(event.target.checked ? ids : []))}
        />
        {t('bulk.all')}
      </label>
      <button
        type="button"
        className="button"
        disabled={isNone || isRunning}
        onClick={() => run({ ...decision, body: { decision: 'admit', agent_ids: chosen } })}
      >
        {t('bulk.admit', { count: chosen.length })}
      </button>
      <button type="button" className="button" disabled={isNone} onClick={() => setAsking(true)}>
        {t('bulk.refuse', { count: chosen.length })}
      </button>
      {problem ? (
        <span role="alert" className="small badge-bad">
          {problem}
        </span>
      ) : null}
      {isAsking ? (
        <ActionDialog
          title={t('bulk.refuse', { count: chosen.length })}
          quote={<span className="mono">{chosen.join(', ')}</span>}
          consequence={t('consequence.agent_refuse')}
          act={t('action.agent_refuse')}
          fields={[reason]}
          change={(body) => ({
            ...decision,
            body: { decision: 'refuse', agent_ids: chosen, ...body },
          })}
          onDone={told('agents_refuse')}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

interface Choice {
  isChosen: boolean;
  choose: (id: string, isChosen: boolean) => void;
}

function Newcomer({ agent, choice }: { agent: Agent; choice: Choice | undefined }) {
  const { t } = useTranslation('office');
  const id = agent.agent_id;
  const name = draftName(agent.card_draft);
  const [isAsking, setAsking] = useState(false);
  const tell = useTell();
  const told = { name: name || id, href: pagePaths.agent(id) };
  return (
    <li className="card stack-tight" data-waiting={id}>
      <div className="row spread">
        <span className="row">
          {choice ? (
            <input
              type="checkbox"
              aria-label={t('bulk.choose', { name: name || id })}
              checked={choice.isChosen}
              onChange={(event) => choice.choose(id, event.target.checked)}
            />
          ) : null}
          <NewcomerLink id={id} name={name} size={32} />
          <span className="small soft">
            <RelativeTime at={agent.registered_at} />
          </span>
          {agent.owner_id ? (
            <span className="small">
              {t('column.owner')}: <OwnerName id={agent.owner_id} />
            </span>
          ) : null}
        </span>
        <span className="row">
          <ActButton
            label={t('action.agent_admit')}
            isMain
            change={{ ...requestTo(agentEndpoints.admit, { params: { agent_id: id } }), body: {} }}
            result={{ id: 'agent_admit', ...told }}
          />
          <button type="button" className="button" onClick={() => setAsking(true)}>
            {t('action.agent_refuse')}
          </button>
        </span>
      </div>
      <DraftFacts draft={agent.card_draft} />
      {isAsking ? (
        <ActionDialog
          title={t('action.agent_refuse')}
          quote={<NewcomerLink id={id} name={name} />}
          consequence={t('consequence.agent_refuse')}
          act={t('action.agent_refuse')}
          fields={[reason]}
          change={(body) => ({
            ...requestTo(agentEndpoints.act, { params: { agent_id: id } }),
            body: { action: 'refuse', ...body },
          })}
          onDone={() => tell({ id: 'agent_refuse', ...told })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}
