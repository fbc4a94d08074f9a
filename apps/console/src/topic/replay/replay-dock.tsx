import './replay-dock.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/icon.tsx';
import type { ProofSnapshot } from '../../proof/topic-proofs.ts';
import { useAgentNames } from '../../read/agent-names.ts';
import { collectMarks } from './marks.ts';
import { Marks } from './marks.tsx';
import { type Speed, speeds, usePlayback } from './use-playback.ts';

/** Slider over the history, docked below the messages; the topic is shown as of its position. */
export function ReplayDock({
  snapshot,
  first,
  at,
  onMove,
}: {
  snapshot: ProofSnapshot;
  /** Number of the first shown entry, where a replay begins. */
  first: number;
  /** Number of the shown entry; undefined for the current state. */
  at: number | undefined;
  onMove: (sequence: number | undefined) => void;
}) {
  const { t, i18n } = useTranslation('topic');
  const getName = useAgentNames();
  const { entries, proofs, progress } = snapshot;
  const newest = progress?.newest ?? 0;
  const sequence = at ?? newest;
  const playback = usePlayback(sequence, first, newest, onMove);
  // An earlier state cannot be shown until all entries are replayed.
  const isReady = newest > 1 && (progress?.replayed ?? 0) >= newest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are one array each, added to; what is newest and judged tells
  const scrubbed = useMemo(() => collectMarks(entries, proofs, isReady ? newest : 0), [newest, isReady]);
  const entry = entries[sequence];
  const time = entry && entry.at !== '' ? new Date(entry.at).toLocaleTimeString(i18n.language) : '';
  const who = entry?.agentId === undefined ? t('line.platform') : getName(entry.agentId);
  const words = entry
    ? t('timeline.value', { sequence, newest, time, who, outcome: t(`outcome.${entry.outcome}`) })
    : '';
  const move = (to: number) => {
    playback.stop();
    onMove(to >= newest ? undefined : Math.max(1, to));
  };
  return (
    <section
      className={at === undefined ? 'dock' : 'dock dock-past'}
      aria-label={t('timeline.title')}
      data-timeline={sequence}
    >
      <button
        type="button"
        className="button dock-play"
        onClick={playback.toggle}
        aria-pressed={playback.isPlaying}
        disabled={!isReady}
        aria-label={t(playback.isPlaying ? 'timeline.pause' : 'timeline.play')}
        title={t(playback.isPlaying ? 'timeline.pause' : 'timeline.play')}
      >
        <Icon name={playback.isPlaying ? 'pause' : 'play'} size={18} />
      </button>
      <div className="dock-track timeline">
        <Marks scrubbed={scrubbed} />
        <input
          type="range"
          min={1}
          max={Math.max(newest, 1)}
          value={Math.max(sequence, 1)}
          aria-label={t('timeline.label')}
          aria-valuetext={words}
          disabled={!isReady}
          onChange={(event) => move(Number(event.target.value))}
        />
      </div>
      <SpeedChoice speed={playback.speed} onChoose={playback.setSpeed} />
      {at === undefined ? (
        <span className="dock-place small soft clock">{newest}</span>
      ) : (
        <>
          <span className="dock-place small soft clock" title={words}>
            {sequence}/{newest}
          </span>
          <button type="button" className="button small" onClick={() => move(newest)}>
            {t('timeline.now')}
          </button>
        </>
      )}
    </section>
  );
}

function SpeedChoice({ speed, onChoose }: { speed: Speed; onChoose: (speed: Speed) => void }) {
  const { t } = useTranslation('topic');
  return (
    <fieldset className="dock-speeds">
      <legend className="visually-hidden">{t('timeline.speed')}</legend>
      {speeds.map((one) => (
        <label key={one} className="dock-speed small">
          <input
            type="radio"
            name="replay-speed"
            className="visually-hidden"
            checked={speed === one}
            onChange={() => onChoose(one)}
          />
          {one}×
        </label>
      ))}
    </fieldset>
  );
}
