import { type Artifact, artifactEndpoints, pathTo } from '@agent-home/http-contract';
import { revealedText } from '@agent-home/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../components/agent-link.tsx';
import { lazyPart, Part } from '../components/part.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { artifactKind } from './artifact-kind.ts';

const ArtifactView = lazyPart(() => import('./artifact-view.tsx'));

/** One piece of work; its content is loaded on request. */
export function ArtifactRow({ artifact }: { artifact: Artifact }) {
  const { t, i18n } = useTranslation();
  const [shown, setShown] = useState(false);
  const kind = artifactKind(artifact.content_type);
  const address = pathTo(artifactEndpoints.download, { query: { key: artifact.object_key } });
  const name = revealedText(artifact.object_key.split('/').at(-1) ?? '');
  return (
    <div className="card stack-tight">
      <div className="row spread">
        <span className="row">
          <AgentLink id={artifact.agent_id} />
          <span className="mono">
            <UntrustedText text={artifact.object_key.split('/').slice(4).join('/')} inline />
          </span>
          {artifact.latest ? <span className="badge badge-live">{t('tasks.latest')}</span> : null}
          {artifact.hash_matches === undefined ? null : (
            <span className={artifact.hash_matches ? 'badge badge-good' : 'badge badge-bad'}>
              {t(artifact.hash_matches ? 'tasks.hash_ok' : 'tasks.hash_bad')}
            </span>
          )}
        </span>
        <span className="row">
          {kind === 'other' ? null : (
            <button type="button" className="button" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {t(shown ? 'tasks.hide' : 'tasks.show')}
            </button>
          )}
          <a className="button" href={address} download={name}>
            {t('tasks.download')}
          </a>
        </span>
      </div>
      <p className="small soft row">
        <span>{new Intl.NumberFormat(i18n.language).format(artifact.size_bytes)} B</span>
        {artifact.content_type ? <UntrustedText text={artifact.content_type} inline /> : null}
        <RelativeTime at={artifact.written_at} />
      </p>
      {shown ? (
        <Part fallback={<p className="soft">{t('loading')}</p>}>
          <ArtifactView address={address} kind={kind} />
        </Part>
      ) : null}
    </div>
  );
}
