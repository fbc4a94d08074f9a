import './own-tokens.css';
import type { OwnToken } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { useCopy } from '../components/use-copy.ts';
import { Term } from '../glossary/term.tsx';

/** Tokens of a user. Their secrets are not shown, because the home stores only hashes. */
export function OwnTokens({ tokens, isAdmin }: { tokens: readonly OwnToken[]; isAdmin: boolean }) {
  const { t } = useTranslation('mine');
  return (
    <section className="card stack-tight" aria-labelledby="tokens-title">
      <h2 id="tokens-title">
        <Term name="token">{t('tokens.title')}</Term>
      </h2>
      <p className="small soft">
        {t(isAdmin ? 'tokens.admin_about' : 'tokens.about')}{' '}
        {isAdmin ? <Link href="/office/people">{t('tokens.to_office')}</Link> : null}
      </p>
      {tokens.length === 0 ? <p className="soft">{t('tokens.none')}</p> : null}
      <ul className="own-tokens">
        {tokens.map((token) => (
          <TokenRow key={token.token_id} token={token} />
        ))}
      </ul>
    </section>
  );
}

function TokenRow({ token }: { token: OwnToken }) {
  const { t } = useTranslation('mine');
  const { copy, state } = useCopy();
  const { scopes } = token;
  const id = useRef<HTMLElement>(null);
  const copyId = () => {
    // Without access to the clipboard the id is selected for copying by hand.
    if (!isSecureContext && id.current) getSelection()?.selectAllChildren(id.current);
    copy(token.token_id);
  };
  return (
    <li className="own-token" data-token={token.token_id}>
      <p className="row spread">
        <strong>
          <UntrustedText text={token.label} inline />
        </strong>
        {token.is_this ? <span className="badge badge-live">{t('tokens.this')}</span> : null}
      </p>
      <dl className="facts small">
        <dt>{t('tokens.good_for')}</dt>
        <dd>
          {scopes ? scopes.map((scope) => t(`tokens.scope.${scope}`)).join(' · ') : t('tokens.everything')}
        </dd>
        <dt>{t('tokens.made')}</dt>
        <dd>
          <RelativeTime at={token.created_at} />
        </dd>
        <dt>{t('tokens.ends')}</dt>
        <dd>{token.expires_at ? <RelativeTime at={token.expires_at} /> : t('tokens.never_ends')}</dd>
        <dt>{t('tokens.used')}</dt>
        <dd>{token.signed_in_at ? <RelativeTime at={token.signed_in_at} /> : t('tokens.not_used')}</dd>
      </dl>
      <p className="row small">
        <code ref={id}>{token.token_id}</code>
        <button type="button" className="button" onClick={copyId}>
          {t('tokens.copy')}
          <span className="visually-hidden"> {t('tokens.copy_of', { label: shownText(token.label) })}</span>
        </button>
        <span role="status" className="soft">
          {state === undefined
            ? ''
            : t(state === 'copied' ? 'copy.copied' : 'copy.selected', { ns: 'common' })}
        </span>
      </p>
    </li>
  );
}
