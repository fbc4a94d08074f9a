import type { DagItem } from '@agent-home/agent-runtime/run-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '../../components/more-button.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { RunsResult } from '../parts/runs-result.tsx';
import { nodesQuery, useRunsSource } from '../parts/runs-source.ts';
import { FlowCanvas, type FlowEdge, type FlowNode } from './flow-canvas.tsx';
import { NodeDetails, type NodeField } from './node-details.tsx';

/** Graph of a run's model requests and tool calls, as components read it (S1). */
export function CallsGraph({ runId }: { runId: string }) {
  const { t } = useTranslation('runs');
  const nodes = useInfiniteQuery(nodesQuery(useRunsSource(), runId));
  return (
    <RunsResult of={nodes}>
      {({ pages }) =>
        pages[0]?.total === 0 ? (
          <p className="soft">{t('no_steps')}</p>
        ) : (
          <>
            <Drawn runId={runId} pages={pages} />
            <MoreButton of={nodes} />
          </>
        )
      }
    </RunsResult>
  );
}

function Drawn({ runId, pages }: { runId: string; pages: readonly { items: DagItem[] }[] }) {
  const { t } = useTranslation('runs');
  const [selected, setSelected] = useState<string>();
  const items = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  const nodes = useMemo(() => items.map(({ node }) => toNode(node, t)), [items, t]);
  const edges = useMemo(() => items.flatMap(toEdges), [items]);
  const at = items.findIndex(({ node }) => node.id === selected);
  const item = items[at];
  const close = useCallback(() => {
    setSelected(undefined);
    focusNode(selected);
  }, [selected]);
  const goTo = (other: DagItem | undefined) => other && (() => setSelected(other.node.id));
  return (
    <>
      <FlowCanvas
        label={t('flow.calls')}
        nodes={nodes}
        edges={edges}
        selected={selected}
        onSelect={setSelected}
      />
      {item === undefined ? (
        <p className="small soft">{t('flow.hint')}</p>
      ) : (
        <NodeDetails
          runId={runId}
          id={item.node.id}
          title={
            <>
              {t(`flow.type.${item.node.type}`)} <UntrustedText text={toName(item.node)} inline />
            </>
          }
          fields={toFields(item.node)}
          seq={item.seq}
          onClose={close}
          onPrevious={goTo(items[at - 1])}
          onNext={goTo(items[at + 1])}
        />
      )}
    </>
  );
}

/** Returns the focus to the node whose details are closed, if it is in view. */
function focusNode(id: string | undefined): void {
  if (id === undefined) return;
  document.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
}

const looks = { pending: 'live', finished: 'good', failed: 'bad' } as const;

function toNode(node: DagItem['node'], t: TFunction<'runs'>): FlowNode {
  return {
    id: node.id,
    kind: `${t(`flow.type.${node.type}`)} · ${t('flow.round', { round: node.round })}`,
    name: toName(node),
    state: t(`flow.state.${node.state}`),
    look: looks[node.state],
  };
}

/** A task is named by its tool, and a message by its text or its model. */
function toName({ type, body }: DagItem['node']): string {
  const { name, requested_name, provider = '', model = '' } = body.input;
  if (type === 'task') return String(name === '' ? requested_name : name);
  return body.output_preview === '' ? `${String(provider)}/${String(model)}` : body.output_preview;
}

function toEdges({ node, from }: DagItem): FlowEdge[] {
  return from.map(({ node: source, type }) => ({
    from: source,
    to: node.id,
    look: type === 'dependency' ? 'dependency' : 'plain',
  }));
}

/** Returns every field of a node: the members of its body each on their own. */
function toFields({ body, ...node }: DagItem['node']): NodeField[] {
  const { id, type, round, state, metadata, events, streamed_output } = node;
  const inputs = Object.entries(body.input).map(([name, value]): NodeField => [`body.input.${name}`, value]);
  const outputs = Object.entries(body.output ?? {}).map(
    ([name, value]): NodeField => [`body.output.${name}`, value],
  );
  return [
    ...([
      ['id', id],
      ['type', type],
      ['round', round],
      ['state', state],
    ] satisfies NodeField[]),
    ...inputs,
    ...(body.output === null ? ([['body.output', null]] satisfies NodeField[]) : outputs),
    ['body.output_preview', body.output_preview],
    ['metadata', metadata],
    ['events', events],
    ['streamed_output', streamed_output],
  ];
}
