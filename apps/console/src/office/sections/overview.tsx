import { type OfficeHealth, type OfficeOverview, operationsEndpoints } from '@agent-home/http-contract';
import './overview.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ModeGlyph } from '../../components/mode-glyph.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { useTabCount } from '../../layout/page-title.ts';
import { modeNames } from '../../living-room/mode-names.ts';
import { officeAnswer } from '../components/office-list.ts';
import { getMeasures, isWell } from './health-measures.ts';
import { useMeasureWords } from './measure-words.ts';
import { StuckTopic } from './stuck-topic.tsx';

const everyMilliseconds = 10_000;

/** Pending items and problems, each with a link to its decision. */
export function Overview() {
  const overview = useQuery(officeAnswer(operationsEndpoints.showOverview, everyMilliseconds));
  const health = useQuery(officeAnswer(operationsEndpoints.showHealth, everyMilliseconds));
  return (
    <div className="stack">
      <QueryResult of={overview}>
        {(waiting) => (
          <>
            <QueryResult of={health}>
              {(measured) => <Wrong overview={waiting} health={measured} />}
            </QueryResult>
            {health.isPending ? null : (
              <>
                <Queues overview={waiting} />
                <Begin />
              </>
            )}
          </>
        )}
      </QueryResult>
    </div>
  );
}

function Wrong({ overview, health }: { overview: OfficeOverview; health: OfficeHealth }) {
  const { t } = useTranslation('office');
  const words = useMeasureWords();
  const unwell = getMeasures(health).filter((measure) => !isWell(measure));
  const isQuiet = unwell.length === 0 && overview.stuck.length === 0;
  return (
    <section className="stack-tight" aria-labelledby="wrong-now">
      <h2 id="wrong-now">{t('wrong_now')}</h2>
      {isQuiet ? (
        <p className="notice office-quiet">
          <span className="badge badge-good">{t('well')}</span> {t('nothing_wrong')}
        </p>
      ) : (
        <ul className="stack-tight">
          {unwell.map((measure) => (
            <li key={measure.name} className="card office-wrong" data-wrong={measure.name}>
              <span className="badge badge-bad">{t('look_here')}</span>
              <Link href={measure.name === 'dead_letters' ? '/office/events' : '/office/health'}>
                {t(`measure.${measure.name}.label`)}
              </Link>
              <span>{words.value(measure)}</span>
              <span className="small soft">{words.judgement(measure)}</span>
            </li>
          ))}
          {overview.stuck.map((stuck) => (
            <StuckTopic key={`${stuck.topic_id}/${stuck.why}`} stuck={stuck} />
          ))}
        </ul>
      )}
    </section>
  );
}

const queues = [
  ['admissions', '/office/admissions'],
  ['personas', '/office/admissions'],
  ['proposals', '/office/proposals?state=open'],
  ['join_requests', '/office/circles'],
  ['dead_letters', '/office/events'],
  ['unanswered', '/office/topics?status=open'],
] as const;

function Queues({ overview }: { overview: OfficeOverview }) {
  const { t } = useTranslation('office');
  const waiting = queues.filter(([name]) => overview[name].count > 0);
  // Counts items for this user's decision only.
  useTabCount(overview.admissions.count + overview.personas.count);
  return (
    <section className="stack-tight" aria-labelledby="what-waits">
      <h2 id="what-waits">{t('what_waits')}</h2>
      {waiting.length === 0 ? <p className="notice office-quiet">{t('nothing_waits')}</p> : null}
      <ul className="office-queues">
        {queues.map(([name, href]) => {
          const { count, at_least: isMore } = overview[name];
          return (
            <li key={name}>
              <Link
                href={href}
                className={count > 0 ? 'office-queue office-queue-waits' : 'office-queue'}
                data-queue={name}
              >
                <span className="office-queue-count">
                  {count}
                  {isMore ? '+' : ''}
                </span>
                <span>{t(`queue.${name}`)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Ways to start a conversation, each one step from its form. */
function Begin() {
  const { t } = useTranslation('office');
  const { t: ofTopics } = useTranslation('topic');
  return (
    <section className="stack-tight" aria-labelledby="begin">
      <h2 id="begin">{t('action.new_topic')}</h2>
      <ul className="office-modes">
        {modeNames.map((mode) => (
          <li key={mode}>
            <Link href={`/office/new-topic?mode=${mode}`} className="office-mode">
              <ModeGlyph mode={mode} size={20} />
              {ofTopics(`mode.${mode}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
