import { useTranslation } from 'react-i18next';
import type { TurnExplanation } from '../../proof/explain-turn.ts';
import type { EntryView } from '../../proof/types.ts';
import { useAgentNames } from '../../read/agent-names.ts';
import { wordKey } from '../words/word-key.ts';

/** Explains in words why this agent could speak, from the mode's own rules on the state before. */
export function TurnWords({
  entry,
  explanation,
}: {
  entry: EntryView;
  explanation: TurnExplanation | null | undefined;
}) {
  const { t } = useTranslation('topic');
  if (explanation === undefined) return <p className="soft">{t('loading', { ns: 'common' })}</p>;
  if (explanation === null) return <p className="soft">{t('why.unknown')}</p>;
  return (
    <div className="stack-tight">
      <WritableWords entry={entry} explanation={explanation} />
      <ContextWords explanation={explanation} />
    </div>
  );
}

function WritableWords({ entry, explanation }: { entry: EntryView; explanation: TurnExplanation }) {
  const { t, i18n } = useTranslation('topic');
  const { writable, id, sequence } = explanation;
  if (!writable || id === undefined) return <p>{t('why.platform')}</p>;
  const sealed = sequence === entry.sequence ? null : <p>{t('why.sealed_at', { sequence })}</p>;
  if ('denied' in writable)
    return (
      <>
        {sealed}
        <p>{t(wordKey('denied', writable.denied))}</p>
      </>
    );
  const found = writable.ids.find((one) => one.id === id);
  const until =
    found?.not_after === undefined ? undefined : new Date(found.not_after).toLocaleString(i18n.language);
  return (
    <>
      {sealed}
      <p>
        {found
          ? t(until === undefined ? 'why.allowed' : 'why.allowed_until', { id, until })
          : t('why.other_id', { id, ids: writable.ids.map((one) => one.id).join(', ') })}
      </p>
    </>
  );
}

/** Shows the facts of the verdict. They are recorded and hashed, so that every verifier judges from the same facts. */
function ContextWords({ explanation: { context } }: { explanation: TurnExplanation }) {
  const { t, i18n } = useTranslation('topic');
  const getName = useAgentNames();
  const time = (at: string) => new Date(at).toLocaleString(i18n.language);
  const { author, facts } = context;
  const words = [
    author &&
      t(`standing.${author.standing}`, { agent: getName(author.agent_id), version: author.card_version }),
    author && t(author.reader ? 'fact.reader' : 'fact.no_reader'),
    context.written_at !== undefined && t('fact.written', { at: time(context.written_at) }),
    t('fact.judged', { at: time(context.now) }),
    facts?.local_day && t('fact.local_day', { date: facts.local_day.date }),
    facts?.same_sound && t(facts.same_sound.same ? 'fact.same_sound' : 'fact.other_sound'),
    facts?.dictionary && t(facts.dictionary.known ? 'fact.in_dictionary' : 'fact.not_in_dictionary'),
    facts?.poem && t('fact.poem', { score: facts.poem.score, notes: facts.poem.notes.join('; ') }),
    facts?.random && t('fact.random', { value: facts.random.value.slice(0, 16) }),
    facts?.random_commitment && t('fact.random_commitment'),
    facts?.proposal && t('fact.proposal'),
    Object.keys(context.records ?? {}).length > 0 && t('fact.records'),
  ].filter((word): word is string => typeof word === 'string');
  return (
    <ul className="context-words small">
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  );
}
