import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { runPaths } from '../parts/run-paths.ts';
import { useRunsSource } from '../parts/runs-source.ts';

/** Field of a node: its path in the document, and its value. */
export type NodeField = readonly [path: string, value: unknown];

interface NodeDetailsProps {
  runId: string;
  /** Identifies the node; the focus moves here with another one. */
  id: string;
  title: ReactNode;
  fields: readonly NodeField[];
  /** Record that the node begins with. */
  seq?: number | undefined;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Every field of a selected node. Takes the focus, so that a keyboard continues here. */
export function NodeDetails(props: NodeDetailsProps) {
  const { runId, id, title, fields, seq, onClose, onPrevious, onNext } = props;
  const { t } = useTranslation('runs');
  const { place } = useRunsSource();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the node
  useEffect(() => heading.current?.focus(), [id]);
  return (
    <section className="card stack-tight" aria-label={t('flow.details')} data-node-details="">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <div className="row">
        <button type="button" className="button" disabled={!onPrevious} onClick={onPrevious}>
          {t('flow.previous')}
        </button>
        <button type="button" className="button" disabled={!onNext} onClick={onNext}>
          {t('flow.next')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('flow.close')}
        </button>
        {seq === undefined || place === 'file' ? null : (
          <Link href={runPaths.record(runId, seq)}>{t('record_link', { seq })}</Link>
        )}
      </div>
      <dl className="stack-tight small">
        {fields.map(([path, value]) => (
          <div key={path}>
            <dt>
              <code data-written="">{path}</code>
            </dt>
            <dd>
              <UntrustedText text={typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
