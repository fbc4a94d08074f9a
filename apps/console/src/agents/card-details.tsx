import './card-details.css';
import type { CertifiedText } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { VerifiedObject } from '../components/verified-object.tsx';

const traits = ['extrovert', 'curious', 'creative', 'stable'] as const;

interface Card {
  bio?: string;
  greeting?: string;
  interests?: string[];
  capabilities?: string[];
  personality?: Partial<Record<(typeof traits)[number], number>>;
  agent_public_key?: string;
}

/** Shows a certified card, read from the verified bytes. */
export function CardDetails({ object, title }: { object: CertifiedText; title: string }) {
  const { t } = useTranslation();
  return (
    <section className="card stack-tight card-details">
      <h2>{title}</h2>
      <VerifiedObject object={object}>
        {(value) => {
          const card = value as Card;
          return (
            <dl className="facts">
              {card.greeting ? <Fact name={t('agents.greeting')} text={card.greeting} /> : null}
              {card.bio ? <Fact name={t('agents.bio')} text={card.bio} /> : null}
              {card.interests?.length ? (
                <Fact name={t('agents.interests')} text={card.interests.join(' · ')} />
              ) : null}
              {card.capabilities?.length ? (
                <Fact name={t('agents.capabilities')} text={card.capabilities.join(' · ')} />
              ) : null}
              <dt>{t('agents.personality')}</dt>
              <dd className="row">
                {traits.map((trait) => (
                  <label key={trait} className="small trait">
                    {t(`trait.${trait}`)}
                    <meter min={0} max={1} value={card.personality?.[trait] ?? 0} />
                  </label>
                ))}
              </dd>
              <dt>{t('agents.key')}</dt>
              <dd className="mono">{card.agent_public_key}</dd>
            </dl>
          );
        }}
      </VerifiedObject>
    </section>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <UntrustedText text={text} />
      </dd>
    </>
  );
}
