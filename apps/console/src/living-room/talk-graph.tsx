import { pagePaths } from '../places/page-paths.ts';
import './talk-graph.css';
import type { TalkingPair } from '@agent-home/http-contract';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../components/agent-name.tsx';
import { Avatar } from '../components/avatar.tsx';
import { useAgentNames } from '../read/agent-names.ts';
import { field, getTimes, talkPlaces } from './talk-places.ts';

const face = 34;

/** Graph of talking pairs: a thicker line means more messages. A table has the same for screen readers. */
export function TalkGraph({ talk }: { talk: readonly TalkingPair[] }) {
  const { t } = useTranslation('living');
  const getName = useAgentNames();
  const [looked, setLooked] = useState<{ agent?: string; pair?: TalkingPair }>({});
  const { places, pairs } = talkPlaces(talk);
  const top = Math.max(1, ...pairs.map(getTimes));
  const isLooked = (pair: TalkingPair) =>
    looked.pair
      ? samePair(looked.pair, pair)
      : looked.agent !== undefined && pair.agent_ids.includes(looked.agent);
  const isAny = looked.pair !== undefined || looked.agent !== undefined;
  const lookedPair = looked.pair ?? pairs.findLast(isLooked);
  if (talk.length === 0) return <p className="soft">{t('talk.nobody')}</p>;
  return (
    <>
      <figure>
        <svg className="talk-graph" viewBox={`0 0 ${field} ${field}`}>
          <title>{t('talk.graph')}</title>
          {pairs.map((pair) => {
            const [one, other] = pair.agent_ids.map((id) => places.get(id));
            if (!one || !other) return null;
            const path = `M${one.x} ${one.y}Q${(one.x + other.x + field) / 4} ${(one.y + other.y + field) / 4} ${other.x} ${other.y}`;
            return (
              <g key={pair.agent_ids.join('/')}>
                <path
                  className={`talk-edge ${isAny && !isLooked(pair) ? 'talk-edge-dim' : ''} ${isLooked(pair) ? 'talk-edge-looked' : ''}`}
                  d={path}
                  strokeWidth={1 + (getTimes(pair) / top) * 6}
                />
                {/* Wide enough for a pointer. */}
                <path
                  className="talk-edge-reach"
                  d={path}
                  onPointerEnter={() => setLooked({ pair })}
                  onPointerLeave={() => setLooked({})}
                />
              </g>
            );
          })}
          {[...places].map(([id, { x, y }]) => (
            <Link
              key={id}
              href={pagePaths.agent(id)}
              className="talk-agent"
              aria-label={getName(id)}
              onPointerEnter={() => setLooked({ agent: id })}
              onPointerLeave={() => setLooked({})}
              onFocus={() => setLooked({ agent: id })}
              onBlur={() => setLooked({})}
            >
              <circle className="talk-place" cx={x} cy={y} r={face / 2 + 4} />
              <g transform={`translate(${x - face / 2} ${y - face / 2})`}>
                <Avatar id={id} size={face} />
              </g>
              <text x={x} y={y + face / 2 + 15} className="talk-name">
                {shortened(getName(id))}
              </text>
            </Link>
          ))}
        </svg>
      </figure>
      <p className="small soft talk-looked">
        {lookedPair ? (
          <>
            <PairNames pair={lookedPair} />:{' '}
            {t('talk.times', { turns: lookedPair.turns, replies: lookedPair.replies })}
          </>
        ) : (
          t('talk.hint')
        )}
      </p>
      <details>
        <summary>{t('talk.table')}</summary>
        <div className="table-box">
          <table className="talk-table">
            <thead>
              <tr>
                <th scope="col">{t('talk.pair')}</th>
                <th scope="col">{t('talk.turns')}</th>
                <th scope="col">{t('talk.replies')}</th>
              </tr>
            </thead>
            <tbody>
              {talk.map((pair) => (
                <tr key={pair.agent_ids.join('/')}>
                  <th scope="row">
                    <PairNames pair={pair} />
                  </th>
                  <td className="clock">{pair.turns}</td>
                  <td className="clock">{pair.replies}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

function PairNames({ pair: { agent_ids: ids } }: { pair: TalkingPair }) {
  return ids.map((id, place) => (
    <Fragment key={id}>
      {place > 0 && ' – '}
      <AgentName id={id} />
    </Fragment>
  ));
}

const samePair = (one: TalkingPair, other: TalkingPair) =>
  one.agent_ids.join('/') === other.agent_ids.join('/');

/** Shortens a name to the space between two faces; the full one is a tooltip. */
function shortened(name: string): string {
  const letters = [...name];
  const isWide = /[\u2e80-\uffff]/u.test(name);
  const most = isWide ? 5 : 9;
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : name;
}
