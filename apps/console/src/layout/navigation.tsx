import './navigation.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Icon } from '../components/icon.tsx';
import { PaletteButton } from '../components/palette-button.tsx';
import { answeringAs } from '../read/answering-as.ts';
import { viewerQuery } from '../read/queries.ts';
import { isSignedIn, mayReadRuns } from '../read/rights.ts';

const pages = [
  ['rooms', '/'],
  ['agents', '/agents'],
  ['circles', '/circles'],
  ['tasks', '/tasks'],
  ['search', '/search'],
] as const;

/** Pages that only a wide screen has a place for; the palette finds them too. */
const wide: ReadonlySet<string> = new Set(['search', 'runs', 'specs']);

/** Navigation: next to the name on a wide screen, a tab bar on a phone. */
export function Navigation() {
  const { t } = useTranslation('shell');
  const { data: viewer } = useQuery(viewerQuery);
  const isMember = isSignedIn(viewer);
  const [location] = useLocation();
  const isHere = (href: string) =>
    href === '/' ? location === '/' || location.startsWith('/topics') : location.startsWith(href);
  const shown = [
    ...pages,
    ...(answeringAs(viewer) === undefined ? [] : ([['mine', '/mine']] as const)),
    ...(mayReadRuns(viewer)
      ? ([
          ['runs', '/runs'],
          ['specs', '/specs'],
        ] as const)
      : []),
    ...(isMember ? ([['office', '/office']] as const) : []),
  ];
  return (
    <nav className="shell-nav" aria-label={t('pages.label')}>
      <ul>
        {shown.map(([name, href]) => (
          <li
            key={name}
            className={
              name === 'specs'
                ? 'shell-nav-wide shell-nav-widest'
                : wide.has(name)
                  ? 'shell-nav-wide'
                  : undefined
            }
          >
            <Link href={href} {...(isHere(href) ? { 'aria-current': 'page' as const } : {})}>
              <Icon name={name} />
              {name === 'mine' ? t('mine', { ns: 'around' }) : t(`pages.${name}`)}
            </Link>
          </li>
        ))}
        <li className="palette-place">
          <PaletteButton place="tabs" />
        </li>
      </ul>
    </nav>
  );
}
