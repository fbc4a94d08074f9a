import type { RunGraph } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../components/untrusted-text.tsx';

/** Nodes of a graph with their progress, each with the edges that leave it. */
export function RunGraphView({ graph: { entry, nodes, edges } }: { graph: RunGraph }) {
  const { t } = useTranslation('runs');
  return (
    <section className="stack" aria-label={t('tab.graph')}>
      <ol className="stack">
        {nodes.map((node) => (
          <li
            key={node.name}
            className="card stack-tight"
            {...(node.is_at_work ? { 'aria-current': 'step' as const } : {})}
          >
            <h2 className="row">
              <UntrustedText text={node.name} inline />
              {node.name === entry ? <span className="badge badge-outline">{t('entry')}</span> : null}
              <Progress node={node} />
            </h2>
            <Work node={node} />
            <ul className="stack-tight small">
              {edges
                .filter(({ from }) => from === node.name)
                .map(({ to, condition = '', taken }) => (
                  <li key={`${to} ${condition}`} className={taken === 0 ? 'row soft' : 'row'}>
                    <span>
                      → <UntrustedText text={to} inline />
                    </span>
                    {condition === '' ? null : <UntrustedText text={condition} inline />}
                    <span>{t('taken', { count: taken })}</span>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Node = RunGraph['nodes'][number];

function Progress({ node: { visits, is_at_work } }: { node: Node }) {
  const { t } = useTranslation('runs');
  if (is_at_work) return <span className="badge badge-live">{t('call.running')}</span>;
  return (
    <span className={visits === 0 ? 'badge' : 'badge badge-good'}>{t('visits', { count: visits })}</span>
  );
}

/** Agents, list, graph or question of a node. */
function Work({ node: { agent, parallel, map, subgraph, approve } }: { node: Node }) {
  const { t } = useTranslation('runs');
  const parts: [string, string][] = [
    ...(agent === undefined ? [] : [['agent', agent] as [string, string]]),
    ...(map === undefined ? [] : [['map', map] as [string, string]]),
    ...(parallel ?? []).map((branch): [string, string] => ['parallel', branch.agent]),
    ...(subgraph === undefined ? [] : [['subgraph', subgraph] as [string, string]]),
    ...(approve === undefined ? [] : [['approve', approve] as [string, string]]),
  ];
  return parts.map(([kind, value]) => (
    <p key={`${kind} ${value}`} className="small">
      <span className="soft">{t(`work.${kind}`)}</span> <UntrustedText text={value} inline />
    </p>
  ));
}
