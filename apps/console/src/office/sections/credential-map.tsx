import type { OfficeReaders } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { nameOfAgent } from '../../read/agent-names.ts';
import { ToolTable } from '../components/tool-table.tsx';
import { HeldBar } from './held-bar.tsx';
import { usePlaceName } from './place-picker.tsx';

type Reader = OfficeReaders['readers'][number];

interface Row extends Reader {
  role?: string | undefined;
}

/** Readers of a place in a sentence, and the hours of each agent. */
export function CredentialMap({ answer, day, place }: { answer: OfficeReaders; day: string; place: string }) {
  const { t } = useTranslation('office');
  const name = shownText(usePlaceName(place));
  const rows = toRows(answer);
  const readers = rows.filter(({ reads }) => reads).length;
  const subject = place === '' ? t('anything') : `“${name}”`;
  const span = { from: Date.parse(answer.from), to: Date.parse(answer.to) };
  return (
    <div className="stack-tight">
      <p className="notice" data-readers={readers} aria-live="polite">
        {t('could_read', { count: readers, place: subject, day })}
        {answer.containers.length > 1 ? ` ${t('with_inside', { count: answer.containers.length - 1 })}` : ''}
        {answer.cut ? ` ${t('more_than_shown')}` : ''}
      </p>
      <ToolTable
        label={t('audit_map')}
        rows={rows}
        getKey={({ agent_id: id }) => id}
        empty={t('nobody_held')}
        columns={[
          {
            name: 'agent',
            cell: ({ agent_id: id }) => <AgentLink id={id} size={24} />,
            sortBy: ({ agent_id: id }) => nameOfAgent(id),
          },
          {
            name: 'could',
            cell: (row) => <Could of={row} />,
            sortBy: ({ reads, writes }) => Number(reads) + Number(writes),
          },
          { name: 'when', cell: ({ held }) => <HeldBar held={held} span={span} /> },
          {
            name: 'times',
            cell: ({ credentials }) => credentials,
            sortBy: ({ credentials }) => credentials,
          },
        ]}
      />
    </div>
  );
}

/** Returns the holders of a credential, and members of a circle who could have requested one. */
function toRows({ readers, members = [] }: OfficeReaders): Row[] {
  const roles = new Map(members.map(({ agent_id: id, role }) => [id, role]));
  const holders = new Set(readers.map(({ agent_id: id }) => id));
  const others = members
    .filter(({ agent_id: id }) => !holders.has(id))
    .map(
      ({ agent_id, role }): Row => ({
        agent_id,
        role,
        credentials: 0,
        reads: false,
        writes: false,
        held: [],
      }),
    );
  return [...readers.map((reader): Row => ({ ...reader, role: roles.get(reader.agent_id) })), ...others];
}

function Could({ of: { reads, writes, role } }: { of: Row }) {
  const { t } = useTranslation('office');
  return (
    <span className="row">
      {reads ? <span className="badge badge-good">{t('read')}</span> : null}
      {writes ? <span className="badge badge-warn">{t('write')}</span> : null}
      {role ? <span className="badge">{t(`option.${role}`, { defaultValue: role })}</span> : null}
      {reads || writes ? null : <span className="small soft">{t('held_none')}</span>}
    </span>
  );
}
