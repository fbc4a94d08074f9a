import { type ApproverRules, approvalEndpoints, requestTo } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../components/query-result.tsx';
import { useAction } from '../office/components/use-action.ts';
import { read } from '../read/api.ts';

const choices = ['admins_may_decide', 'two_for_high_risk'] as const;

/** Rules about the approvers of an agent's calls. Only its owner may change them. */
export function Approvers({ agentId, mayChange }: { agentId: string; mayChange: boolean }) {
  const { t } = useTranslation('fleet');
  const params = { agent_id: agentId };
  const rules = useQuery({
    queryKey: ['approver-rules', agentId],
    queryFn: ({ signal }) => read(approvalEndpoints.showRules, { params }, signal),
  });
  return (
    <section className="stack-tight" aria-labelledby="approvers-title" data-approver-rules="">
      <h3 id="approvers-title">{t('approvers.title')}</h3>
      <QueryResult of={rules}>
        {(data) => <ApproversForm agentId={agentId} rules={data} mayChange={mayChange} />}
      </QueryResult>
    </section>
  );
}

function ApproversForm({
  agentId,
  rules,
  mayChange,
}: {
  agentId: string;
  rules: ApproverRules;
  mayChange: boolean;
}) {
  const { t } = useTranslation('fleet');
  const [edits, setEdits] = useState<Partial<ApproverRules>>({});
  const chosen = { ...rules, ...edits };
  const { run, isRunning, isDone, problem } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const params = { agent_id: agentId };
    run({ ...requestTo(approvalEndpoints.changeRules, { params }), body: chosen });
  };
  const isChanged = choices.some((name) => chosen[name] !== rules[name]);
  return (
    <form className="stack-tight" onSubmit={submit}>
      {choices.map((name) => (
        <label key={name} className="row">
          <input
            type="checkbox"
            disabled={!mayChange}
            checked={chosen[name]}
            onChange={({ target }) => setEdits({ ...edits, [name]: target.checked })}
          />
          {t(`approvers.${name}`)}
        </label>
      ))}
      {problem ? (
        <p role="alert" className="notice notice-bad">
          {problem}
        </p>
      ) : null}
      {mayChange ? (
        <p className="row">
          <button type="submit" className="button" disabled={isRunning || !isChanged}>
            {t('approvers.save')}
          </button>
          <span role="status" className="small soft">
            {isDone && !isChanged ? t('approvers.saved') : ''}
          </span>
        </p>
      ) : (
        <p className="small soft">{t('approvers.owner_only')}</p>
      )}
    </form>
  );
}
