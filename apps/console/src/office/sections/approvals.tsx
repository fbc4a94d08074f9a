import './approvals.css';
import { type AnswerOf, approvalEndpoints, requestTo } from '@agent-home/http-contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { useProblemText } from '../../components/problem-text.ts';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { TimeLeft } from '../../components/time-left.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { nameOfAgent } from '../../read/agent-names.ts';
import { change } from '../../read/api.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import { officeList } from '../components/office-list.ts';
import { useTell } from '../components/results.tsx';
import { FilterChoice, FilterRow, useFilters } from '../components/tool-filters.tsx';
import { useKeptFocus } from '../components/use-kept-focus.ts';

type Approval = AnswerOf<typeof approvalEndpoints.list>['items'][number];

const states = ['pending', 'approved', 'denied', 'expired', 'withdrawn'] as const;
const everyMs = 5_000;

/** Calls of runs that wait for an approver, with their exact arguments, and earlier decisions. */
export function Approvals() {
  const { t } = useTranslation('office');
  const { values, set } = useFilters(['state']);
  const state = values.state === '' ? 'pending' : values.state;
  const approvals = useInfiniteQuery({
    ...officeList(approvalEndpoints.list, { state }),
    refetchInterval: everyMs,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLElement>(null);
  useKeptFocus(box);
  return (
    <section ref={box} className="stack-tight" tabIndex={-1} aria-labelledby="approvals">
      <h2 id="approvals">{t('section.approvals')}</h2>
      <FilterRow label={t('filter.label')}>
        <FilterChoice
          label={t('column.state')}
          value={state}
          options={states.map((one) => [one, t(`approval.${one}`)])}
          onChange={(value) => set('state', value)}
        />
      </FilterRow>
      <QueryResult of={approvals}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          const marked = items.filter((one) => one.may_decide && chosen.has(one.approval_id));
          return (
            <>
              <DenyMarked marked={marked} onDone={() => setChosen(new Set())} />
              {items.length === 0 ? (
                <p className="soft">{t('none_waits')}</p>
              ) : (
                <ul className="stack-tight">
                  {items.map((one) => (
                    <ApprovalCard
                      key={`${one.agent_id}/${one.approval_id}`}
                      approval={one}
                      isMarked={chosen.has(one.approval_id)}
                      onMark={(isMarked) => setChosen(withMark(chosen, one.approval_id, isMarked))}
                    />
                  ))}
                </ul>
              )}
              <MoreButton of={approvals} />
            </>
          );
        }}
      </QueryResult>
    </section>
  );
}

function withMark(chosen: ReadonlySet<string>, id: string, isMarked: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (isMarked) next.add(id);
  else next.delete(id);
  return next;
}

function ApprovalCard({
  approval,
  isMarked,
  onMark,
}: {
  approval: Approval;
  isMarked: boolean;
  onMark: (isMarked: boolean) => void;
}) {
  const { t } = useTranslation('office');
  const { agent_id: id, approval_id: approvalId, may_decide: mayDecide, state } = approval;
  return (
    <li className="card stack-tight" data-approval={approvalId}>
      <div className="row">
        {mayDecide ? (
          <input
            type="checkbox"
            checked={isMarked}
            aria-label={t('approval.mark', { tool: approval.tool, name: nameOfAgent(id) })}
            onChange={({ target }) => onMark(target.checked)}
          />
        ) : null}
        <AgentLink id={id} size={20} />
        <strong>
          <UntrustedText text={approval.tool} inline />
        </strong>
        <span className={lowRisks.has(approval.risk) ? 'badge' : 'badge badge-bad'}>
          {t('approval.risk', { risk: approval.risk })}
        </span>
        {state === 'pending' ? (
          <TimeLeft until={approval.expires_at} />
        ) : (
          <span>
            {t(`approval.${state}`)} <RelativeTime at={approval.decided_at ?? approval.expires_at} />
          </span>
        )}
      </div>
      <ApprovalFacts approval={approval} />
      {mayDecide ? (
        <div className="row">
          <Decide approval={approval} decision="approve" />
          <Decide approval={approval} decision="deny" />
        </div>
      ) : null}
    </li>
  );
}

const lowRisks: ReadonlySet<string> = new Set(['safe', 'low', 'medium']);

/** Exact arguments, the rules that require the approval, and approvers so far. */
function ApprovalFacts({ approval }: { approval: Approval }) {
  const { t } = useTranslation('office');
  const { needed, decided_by: approvers, rules, tainted, reason, allow, run_id: runId } = approval;
  return (
    <>
      <dl className="approval-arguments">
        {argumentsOf(approval.arguments).map(([name, value]) => (
          <div key={name}>
            <dt>
              <UntrustedText text={name} inline />
            </dt>
            <dd>
              <UntrustedText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="small soft">
        {t('approval.run', { run: runId })}
        {tainted ? ` · ${t('approval.tainted')}` : ''}
        {needed > 1 ? ` · ${t('approval.needed', { count: needed, done: approvers.length })}` : ''}
      </p>
      {rules.length === 0 ? null : (
        <p className="small soft">
          {t('approval.rules')}{' '}
          <UntrustedText
            text={rules
              .map(({ layer, rule, policy }) => `${policy === undefined ? layer : policy} ${rule}`)
              .join(', ')}
            inline
          />
        </p>
      )}
      {approvers.length === 0 ? null : (
        <p className="small">
          {t('approval.by', {
            names: approvers.map((one) => `${one.id} (${t(`approval.${one.role}`)})`).join(', '),
          })}
          {reason === '' ? null : (
            <>
              {': '}
              <UntrustedText text={reason} inline />
            </>
          )}
          {allow === undefined ? null : (
            <>
              {' · '}
              {t('approval.allowed')} <code>{allow}</code>
            </>
          )}
        </p>
      )}
    </>
  );
}

/** Returns each argument by its name; texts keep their lines, so that a patch reads as one. */
function argumentsOf(text: string): [string, string][] {
  const parsed: unknown = JSON.parse(text);
  return Object.entries(parsed as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  ]);
}

function Decide({ approval, decision }: { approval: Approval; decision: 'approve' | 'deny' }) {
  const { t } = useTranslation('office');
  const [isOpen, setOpen] = useState(false);
  const tell = useTell();
  const { agent_id: id, tool } = approval;
  const name = nameOfAgent(id);
  const isApproval = decision === 'approve';
  return (
    <>
      <button
        type="button"
        className={isApproval ? 'button button-main' : 'button'}
        aria-label={t(`approval.${decision}_of`, { tool, name })}
        onClick={() => setOpen(true)}
      >
        {t(`action.approval_${decision}`)}
      </button>
      {isOpen ? (
        <ActionDialog
          title={t(`action.approval_${decision}`)}
          quote={<ApprovalFacts approval={approval} />}
          consequence={t(`consequence.approval_${decision}`)}
          act={t(`action.approval_${decision}`)}
          fields={[
            { name: 'reason', called: 'approval_reason', kind: 'text', longest: 1_000 },
            ...(isApproval ? [{ name: 'allow', kind: 'text', longest: 1_000 } as const] : []),
          ]}
          change={(body) => decisionOn(approval, { decision, ...body })}
          onDone={() => tell({ id: `approval_${decision}`, name, href: pagePaths.agent(id) })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Denies all marked calls, one request each. */
function DenyMarked({ marked, onDone }: { marked: readonly Approval[]; onDone: () => void }) {
  const { t } = useTranslation('office');
  const problemText = useProblemText();
  const client = useQueryClient();
  const denial = useMutation({
    mutationFn: async (all: readonly Approval[]) => {
      for (const one of all) await change(decisionOn(one, { decision: 'deny' }));
    },
    onSettled: () => {
      onDone();
      void client.invalidateQueries();
    },
  });
  return (
    <>
      {marked.length === 0 ? null : (
        <button
          type="button"
          className="button"
          disabled={denial.isPending}
          onClick={() => denial.mutate(marked)}
        >
          {t('approval.deny_marked', { count: marked.length })}
        </button>
      )}
      {denial.error ? (
        <p role="alert" className="notice notice-bad">
          {problemText(denial.error)}
        </p>
      ) : null}
    </>
  );
}

function decisionOn(
  { agent_id, approval_id, arguments_sha256 }: Approval,
  body: { decision: 'approve' | 'deny' } & Record<string, unknown>,
) {
  const params = { agent_id, approval_id };
  return { ...requestTo(approvalEndpoints.decide, { params }), body: { ...body, arguments_sha256 } };
}
