import type { PinnedTool, RunStarted } from '@agent-home/agent-runtime/run-log';
import { specEndpoints } from '@agent-home/http-contract';
import { asJson, canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { QueryResult } from '../components/query-result.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { read } from '../read/api.ts';
import { runKey } from '../runs/parts/run-key.ts';
import { runPaths } from '../runs/parts/run-paths.ts';
import { specPaths } from '../specs/spec-paths.ts';
import { readLatestStart } from './latest-start.ts';

const folders = { Agent: 'agents', Tool: 'tools', Policy: 'policies' } as const;

/** Definition and effective tools of an agent, as the first record of its latest mirrored run has them. */
export function AgentDefinition({ agentId }: { agentId: string }) {
  const { t } = useTranslation('fleet');
  const latest = useQuery({
    queryKey: ['latest-start', agentId],
    queryFn: ({ signal }) => readLatestStart(agentId, signal),
  });
  return (
    <section className="stack-tight" aria-labelledby="definition-title" data-definition="">
      <h3 id="definition-title">{t('definition.title')}</h3>
      <QueryResult of={latest}>
        {(found) =>
          found === null ? (
            <p className="soft small">{t('definition.no_run')}</p>
          ) : (
            <>
              <p className="small">
                {t('definition.recorded')}{' '}
                <Link href={runPaths.run(runKey(agentId, found.runId))}>{t('definition.latest')}</Link>{' '}
                <RelativeTime at={found.startedAt} />
              </p>
              {found.started === undefined ? (
                <p className="soft small">{t('definition.unreadable')}</p>
              ) : (
                <Definition started={found.started} />
              )}
            </>
          )
        }
      </QueryResult>
    </section>
  );
}

function Definition({ started }: { started: RunStarted }) {
  const { t } = useTranslation('fleet');
  const { agent, definition_sha256: hash, registered, policies } = started;
  const specs = registered?.specs ?? [];
  return (
    <>
      <dl className="facts small">
        <dt>{t('definition.name')}</dt>
        <dd>
          <UntrustedText text={agent} inline />
        </dd>
        <dt>{t('definition.hash')}</dt>
        <dd>
          <code className="rules-hash">{hash}</code>
        </dd>
        <dt>{t('definition.versions')}</dt>
        <dd>
          {specs.length > 0 ? (
            <ul>
              {specs.map(({ kind, name, version }) => (
                <li key={`${kind} ${name}`}>
                  <Link href={specPaths.version(folders[kind], name, version)}>
                    <UntrustedText text={`${name} ${version}`} inline />
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <SpecOfSameName name={agent} />
          )}
        </dd>
        <dt>{t('definition.policies')}</dt>
        <dd>
          {policies.length === 0 ? (
            t('definition.none')
          ) : (
            <UntrustedText
              text={policies.map(({ name, version }) => `${name} ${version}`).join(', ')}
              inline
            />
          )}
        </dd>
      </dl>
      <Tools tools={started.tools} specs={specs} />
    </>
  );
}

/** Leads to a registered spec of the definition's name. It may be another version than the agent runs. */
function SpecOfSameName({ name }: { name: string }) {
  const { t } = useTranslation('fleet');
  const found = useQuery({
    queryKey: ['specs', 'agents', name, 'exists'],
    queryFn: ({ signal }) => read(specEndpoints.list, { query: { kind: 'agents', name, limit: 1 } }, signal),
    enabled: /^[a-z][a-z0-9-]{2,62}$/.test(name),
  });
  if (!found.data?.items.length) return t('definition.not_registered');
  return (
    <>
      {t('definition.same_name')}{' '}
      <Link href={specPaths.spec('agents', name)}>
        <UntrustedText text={name} inline />
      </Link>
    </>
  );
}

type RegisteredSpecs = NonNullable<RunStarted['registered']>['specs'];

function Tools({ tools, specs }: { tools: readonly PinnedTool[]; specs: RegisteredSpecs }) {
  const { t } = useTranslation('fleet');
  const usable = tools.filter(({ hidden }) => hidden !== true);
  const versions = new Map(specs.filter(({ kind }) => kind === 'Tool').map((spec) => [spec.name, spec]));
  return (
    <>
      <h4>{t('tools.title', { count: usable.length })}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard */}
      <section className="table-box rules-tools" aria-label={t('tools.label')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {(['name', 'source', 'risk', 'version', 'hash'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`tools.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {usable.map((tool) => (
              <tr key={tool.name} data-tool={tool.name}>
                <td>
                  <UntrustedText text={tool.name} inline />
                </td>
                <td>{t(`tools.from.${tool.source}`)}</td>
                <td>{t(`tools.risks.${tool.risk}`)}</td>
                <td>{versions.get(tool.name)?.version ?? '–'}</td>
                <td>
                  <code className="rules-hash">
                    {versions.get(tool.name)?.sha256 ?? sha256Hex(canonicalJsonBytes(asJson(tool)))}
                  </code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="small soft">{t('tools.about')}</p>
    </>
  );
}
