import './artifact-view.css';
import { revealedText } from '@agent-home/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import { QueryResult } from '../components/query-result.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { findProblem } from '../read/problem.ts';
import type { ArtifactKind } from './artifact-kind.ts';

/** Largest text that a browser renders without trouble. */
const textLimit = 512 * 1024;

/** Shows an artifact safely: plain text, Markdown without HTML, or an image. */
export default function ArtifactView({ address, kind }: { address: string; kind: ArtifactKind }) {
  const { t } = useTranslation();
  const blob = useQuery({
    queryKey: ['artifact', address],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal, credentials: 'same-origin' });
      if (!response.ok) throw await findProblem(response);
      return response.blob();
    },
  });
  return (
    <QueryResult of={blob}>
      {(bytes) => {
        if (kind === 'image') return <Picture bytes={bytes} />;
        if (bytes.size > textLimit) return <p className="notice">{t('tasks.too_large')}</p>;
        return <TextView bytes={bytes} kind={kind} />;
      }}
    </QueryResult>
  );
}

function TextView({ bytes, kind }: { bytes: Blob; kind: ArtifactKind }) {
  const { t } = useTranslation();
  const text = useQuery({
    queryKey: ['artifact-text', bytes.size, useBlobIdentity(bytes)],
    queryFn: async () => new TextDecoder('utf-8', { fatal: true }).decode(await bytes.arrayBuffer()),
    retry: false,
  });
  if (text.isError) return <p className="notice">{t('tasks.not_text')}</p>;
  if (text.data === undefined) return null;
  if (kind === 'markdown') return <SafeMarkdown text={text.data} />;
  return <UntrustedText text={kind === 'json' ? indented(text.data) : text.data} />;
}

/** External links send no referrer, and external images are not loaded because they would reveal the reader to their host. */
function SafeMarkdown({ text }: { text: string }) {
  return (
    <div className="untrusted markdown">
      <Markdown
        rehypePlugins={[rehypeSanitize]}
        skipHtml
        components={{
          a: ({ href, children }) => (
            <a href={href} rel="noopener noreferrer nofollow ugc" target="_blank">
              {children}
            </a>
          ),
          img: ({ alt }) => <span className="badge">{alt || 'image'}</span>,
          h1: 'h3',
          h2: 'h4',
          h3: 'h5',
        }}
      >
        {revealedText(text)}
      </Markdown>
    </div>
  );
}

function Picture({ bytes }: { bytes: Blob }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return address ? <img className="artifact-picture" src={address} alt="" /> : null;
}

const identities = new WeakMap<Blob, number>();
let nextIdentity = 1;

/** Gives each file its own identity, because files of equal size may differ. */
function useBlobIdentity(bytes: Blob): number {
  const known = identities.get(bytes) ?? nextIdentity++;
  identities.set(bytes, known);
  return known;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
