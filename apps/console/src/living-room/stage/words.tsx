import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { type Drawing, type DrawingProps, seatsAt } from './drawing.ts';
import { Scene } from './scene.tsx';
import { inRow } from './seats.ts';

/** Last idioms, each linked to the next by their shared character, and the character that is expected next. */
export const idiomChain: Drawing = {
  most: 6,
  Scene(props: DrawingProps) {
    const { t } = useTranslation(['living', 'topic']);
    const { chain = [], expected } = props.room.stage ?? {};
    const seats = seatsAt(
      props,
      6,
      (count) => inRow(count, 66),
      ({ count = 0 }) => ({ label: count === 0 ? '' : t('stage.strikes', { count }) }),
    );
    return (
      <Scene room={props.room} seats={seats} abreast={6} size={44}>
        <ol
          key={`${chain.join(' ')} ${expected}`}
          className="scene-chain"
          lang="zh"
          aria-label={t('idiom.chain', { ns: 'topic' })}
        >
          {chain.map((idiom, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: another idiom in a place is drawn anew there
            <li key={`${index} ${idiom}`} className="scene-idiom">
              <Idiom text={idiom} />
            </li>
          ))}
          {expected === undefined ? null : (
            <li className="scene-idiom scene-expected">
              <b>{expected}</b>
              <span aria-hidden="true">…</span>
            </li>
          )}
        </ol>
      </Scene>
    );
  },
};

/** The first and the last character link an idiom to its neighbours. */
function Idiom({ text }: { text: string }) {
  const characters = Array.from(text);
  if (characters.length < 2) return <b className="scene-link">{text}</b>;
  return (
    <>
      <b className="scene-link">{characters[0]}</b>
      {characters.slice(1, -1).join('')}
      <b className="scene-link">{characters.at(-1)}</b>
    </>
  );
}

/** Poems as sheets: sealed, or open, with their points. */
export const poetryDuel: Drawing = {
  most: 6,
  Scene(props: DrawingProps) {
    const { t } = useTranslation(['topic', 'living']);
    const { theme } = props.room.stage ?? {};
    const seats = seatsAt(
      props,
      6,
      (count) => inRow(count, 58),
      ({ state = 'none', count = 0 }) => ({
        isAway: state === 'withdrawn' || state === 'out',
        above: state === 'none' ? null : <Sheet isSealed={state === 'sealed'} />,
        label:
          count > 0
            ? t('poetry.points', { count })
            : state === 'none'
              ? undefined
              : t(`poetry.${state}`, { defaultValue: '' }),
      }),
    );
    return (
      <Scene room={props.room} seats={seats} abreast={6} size={36}>
        {theme === undefined ? null : (
          <p className="scene-head small one-line">
            <span className="soft">{t('poetry.theme')}</span> <UntrustedText text={theme} inline />
          </p>
        )}
      </Scene>
    );
  },
};

function Sheet({ isSealed }: { isSealed: boolean }) {
  return (
    <svg className="scene-sheet" width="44" height="32" viewBox="0 0 44 32" aria-hidden="true">
      <rect className="scene-paper" x="2" y="2" width="40" height="28" rx="2" />
      <path className="scene-ways" d={isSealed ? 'M2 3l20 15L42 3' : 'M9 10h26M9 16h26M9 22h16'} />
      {isSealed ? <circle className="scene-seal" cx="22" cy="18" r="5" /> : null}
    </svg>
  );
}

/** Calendar leaf with the day's number of check-ins, and the agents that check in. */
export const dailyCheckin: Drawing = {
  most: 5,
  Scene(props: DrawingProps) {
    const { t, i18n } = useTranslation('living');
    const { today } = props.room.stage ?? {};
    const day =
      today && new Date(`${today.day.slice(0, 4)}-${today.day.slice(4, 6)}-${today.day.slice(6)}T12:00:00Z`);
    const told = (options: Intl.DateTimeFormatOptions) =>
      day ? new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' }).format(day) : '';
    const seats = seatsAt(props, 5, (count) => inRow(count, 50, [26, 100]));
    return (
      <Scene room={props.room} seats={seats} abreast={7} size={48}>
        {today === undefined ? null : (
          <p className="scene-leaf">
            <span className="scene-month small">{told({ month: 'short' })}</span>
            <strong className="scene-day">{day?.getUTCDate()}</strong>
            <span className="small soft">{t('stage.today', { count: today.count })}</span>
          </p>
        )}
      </Scene>
    );
  },
};
