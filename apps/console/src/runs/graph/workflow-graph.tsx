import type { RunGraph } from '@agent-home/agent-runtime/run-log';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { FlowCanvas, type FlowNode } from './flow-canvas.tsx';
import { NodeDetails, type NodeField } from './node-details.tsx';
import { orderFrom } from './place-layers.ts';

/** Workflow that a run has pinned, with its progress. */
export function WorkflowGraph({ runId, graph }: { runId: string; graph: RunGraph }) {
  const { t } = useTranslation('runs');
  const [selected, setSelected] = useState<string>();
  const { entry, nodes, edges } = graph;
  const names = useMemo(
    () =>
      orderFrom(
        entry,
        nodes.map(({ name }) => name),
        edges,
      ),
    [entry, nodes, edges],
  );
  const drawn = useMemo(() => {
    const known = new Map(nodes.map((node) => [node.name, node]));
    return names.flatMap((name) => {
      const node = known.get(name);
      return node === undefined ? [] : [toNode(node, name === entry, t)];
    });
  }, [names, nodes, entry, t]);
  const lines = useMemo(
    () =>
      edges.map(({ from, to, taken }) => ({
        from,
        to,
        look: taken === 0 ? ('unused' as const) : ('plain' as const),
      })),
    [edges],
  );
  const at = selected === undefined ? -1 : names.indexOf(selected);
  const node = nodes.find(({ name }) => name === names[at]);
  const goTo = (other: string | undefined) => (other === undefined ? undefined : () => setSelected(other));
  return (
    <>
      <FlowCanvas
        label={t('flow.workflow')}
        nodes={drawn}
        edges={lines}
        selected={selected}
        onSelect={setSelected}
      />
      {node === undefined ? (
        <p className="small soft">{t('flow.hint')}</p>
      ) : (
        <>
          <NodeDetails
            runId={runId}
            id={node.name}
            title={
              <>
                {t('node')} <UntrustedText text={node.name} inline />
              </>
            }
            fields={toFields(node)}
            onClose={() => {
              setSelected(undefined);
              document.querySelector<HTMLElement>(`[data-node="${CSS.escape(node.name)}"]`)?.focus();
            }}
            onPrevious={goTo(names[at - 1])}
            onNext={goTo(names[at + 1])}
          />
          <Ways node={node.name} edges={edges} />
        </>
      )}
    </>
  );
}

/** Edges that leave a node, with their conditions. */
function Ways({ node, edges }: { node: string; edges: RunGraph['edges'] }) {
  const { t } = useTranslation('runs');
  return (
    <ul className="stack-tight small">
      {edges
        .filter(({ from }) => from === node)
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
  );
}

type WorkflowNode = RunGraph['nodes'][number];

function toNode(node: WorkflowNode, isEntry: boolean, t: TFunction<'runs'>): FlowNode {
  const { name, visits, is_at_work } = node;
  return {
    id: name,
    kind: isEntry ? `${t('node')} · ${t('entry')}` : t('node'),
    name,
    state: is_at_work ? t('call.running') : t('visits', { count: visits }),
    look: is_at_work ? 'live' : visits === 0 ? 'plain' : 'good',
  };
}

function toFields(node: WorkflowNode): NodeField[] {
  return Object.entries(node);
}
