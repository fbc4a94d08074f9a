import { type AnswerOf, agentEndpoints, type policyEndpoints } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { useAction } from '../office/components/use-action.ts';
import type { Change } from '../read/api.ts';
import { PolicyWords } from './policy-words.tsx';
import { comparePolicies, type EditedPolicy, readPolicy, toDocument } from './read-policy.ts';

type BoundPolicy = AnswerOf<typeof policyEndpoints.showHome>['policies'][number];
type ListState = Pick<AnswerOf<typeof policyEndpoints.showHome>, 'list_version' | 'changed'>;
export type PolicyTarget = Pick<Change, 'method' | 'path'>;

const example = `apiVersion: agent.platform/v1
kind: Policy
metadata:
  name: no-shell
  version: 1.0.0
  owner: owner
spec:
  rules:
    - effect: deny
      action: tool.call
      selector: { tool: bash }
`;
/** Path that agents' lists have in common: their form describes another effect than that of the home. */
const [agentsPath = ''] = agentEndpoints.bindPolicies.path.split(':');

interface PoliciesFormProps {
  bound: readonly BoundPolicy[];
  /** State of the list that is shown; a change is refused if the list is another one by then. */
  state: ListState;
  target: PolicyTarget;
  /** Reads the list again. */
  reload: () => Promise<unknown>;
}

/** Adds, replaces and unbinds policies. Shows what would change before it is sent. */
export function PoliciesForm({ bound, state, target, reload }: PoliciesFormProps) {
  const { t } = useTranslation('fleet');
  const [isOvertaken, setOvertaken] = useState(false);
  const before = bound.map((policy) => ({ ...policy, text: toDocument(policy) }));
  const [edited, setEdited] = useState<EditedPolicy[]>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState('');
  const action = useAction(
    () => {
      setEdited(undefined);
      setOvertaken(false);
      setSaid(t('policies.done'));
    },
    async (problem) => {
      if (problem.code !== 'version_taken') return;
      await reload();
      setEdited(undefined);
      setOvertaken(true);
    },
  );
  const after = edited ?? before;
  const changes = comparePolicies(before, after);
  const isChanged = changes.some(({ kind }) => kind !== 'same');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const policy = readPolicy(text);
    if ('problem' in policy) return setProblem(policy.problem);
    const at = after.findIndex(({ name }) => name === policy.name);
    setEdited(at < 0 ? [...after, policy] : after.with(at, policy));
    setProblem(undefined);
    setText('');
    setSaid('');
  };
  const remove = (name: string) => {
    setEdited(after.filter((policy) => policy.name !== name));
    setSaid('');
  };
  const send = () =>
    action.run({
      ...target,
      body: {
        policies: after.map((policy) => ({ text: policy.text })),
        expected_version: state.list_version,
      },
    });
  return (
    <div className="stack-tight" data-policies-form="">
      <ul className="stack-tight">
        {changes.map(({ kind, policy, before: old }) => (
          <li key={policy.name} className="stack-tight" data-change={kind}>
            <p className="row">
              <strong>
                <UntrustedText text={`${policy.name} ${policy.version}`} inline />
              </strong>
              {kind === 'same' ? null : (
                <span className={kind === 'removed' ? 'badge badge-bad' : 'badge badge-warn'}>
                  {t(`policies.${kind}`, { before: old ?? '' })}
                </span>
              )}
              {kind === 'removed' ? null : (
                <button
                  type="button"
                  className="button"
                  aria-label={t('policies.unbind_of', { name: shownText(policy.name) })}
                  onClick={() => remove(policy.name)}
                >
                  {t('policies.unbind')}
                </button>
              )}
            </p>
            <PolicyWords spec={policy.spec} />
          </li>
        ))}
      </ul>
      {changes.length === 0 ? <p className="soft small">{t('policies.none')}</p> : null}
      <form className="stack-tight" onSubmit={add}>
        <label className="field">
          <span className="small soft">{t('policies.document')}</span>
          <textarea
            required
            rows={6}
            maxLength={256 * 1024}
            spellCheck={false}
            value={text}
            onChange={({ target: field }) => setText(field.value)}
          />
        </label>
        {problem === undefined ? null : (
          <p role="alert" className="notice notice-bad">
            {t('policies.invalid')} <UntrustedText text={problem} inline />
          </p>
        )}
        <p className="row">
          <button type="submit" className="button">
            {t('policies.add')}
          </button>
          <button type="button" className="button" onClick={() => setText(example)}>
            {t('policies.example')}
          </button>
        </p>
      </form>
      {isChanged ? (
        <div className="notice stack-tight" data-preview="">
          <p>{t(target.path.startsWith(agentsPath) ? 'policies.effect_agent' : 'policies.effect_all')}</p>
          <p className="row">
            <button type="button" className="button button-main" disabled={action.isRunning} onClick={send}>
              {t('policies.apply')}
            </button>
            <button type="button" className="button" onClick={() => setEdited(undefined)}>
              {t('policies.discard')}
            </button>
          </p>
        </div>
      ) : null}
      {isOvertaken ? (
        <div role="alert" className="notice notice-bad" data-overtaken="">
          {t('policies.overtaken')} <LastChange of={state} />
        </div>
      ) : action.problem ? (
        <p role="alert" className="notice notice-bad">
          {action.problem}
        </p>
      ) : null}
      <div role="status" className="small soft">
        {said}
      </div>
    </div>
  );
}

/** Names the last user who changed a list of policies. */
function LastChange({ of: { changed } }: { of: ListState }) {
  const { t } = useTranslation('fleet');
  if (changed === undefined) return null;
  return (
    <>
      {t(`policies.changed_by.${changed.by.kind}`)} <UntrustedText text={changed.by.id} inline />,{' '}
      <RelativeTime at={changed.at} />.
    </>
  );
}
