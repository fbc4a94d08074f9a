import { useTranslation } from 'react-i18next';
import { Ended, Seats, Until } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

/** One seat per slot. */
export const limitedSlots: ModeView = {
  Header({ standing, isPast }) {
    const { t } = useTranslation('topic');
    const { rules, state } = typed('limited_slots', standing);
    const taken = new Map(state.slots.map((slot) => [slot.slot_id, slot]));
    const numbers = Array.from({ length: state.slots_max }, (_, index) => index + 1);
    return (
      <section className="stage">
        <Seats
          label={t('slot.title')}
          seats={numbers.map((number) => {
            const slot = taken.get(`slot_${String(number).padStart(4, '0')}`);
            return {
              key: String(number),
              label: t('slot.number', { number }),
              agentId: slot?.agent_id ?? null,
              note: slot
                ? slot.left
                  ? t('slot.left')
                  : t('slot.posted', { count: slot.posted, of: rules.messages_per_slot })
                : null,
            };
          })}
        />
        {state.status === 'open' ? (
          <Until
            label={t(state.claims_open ? 'slot.claims' : 'slot.speaking')}
            at={state.claims_open ? state.claim_deadline_at : state.speaking_ends_at}
            isPast={isPast}
          />
        ) : null}
        <Ended standing={standing} />
      </section>
    );
  },
  Mark({ row }) {
    const { t } = useTranslation('topic');
    const { slot } = row.stage;
    return slot === undefined ? null : (
      <span className="badge">{t('slot.number', { number: Number(slot.slice(5)) })}</span>
    );
  },
};
