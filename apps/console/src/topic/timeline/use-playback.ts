import { useEffect, useState } from 'react';

const stepMilliseconds = 900;
/** Whoever wants little to move is given time to read instead. */
const calmStepMilliseconds = 2500;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Plays the history from where it stands; from its start where it stands at the end. */
export function usePlayback(
  sequence: number,
  newest: number,
  onMove: (sequence: number | undefined) => void,
): { isPlaying: boolean; toggle: () => void; stop: () => void } {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(
      () => {
        if (sequence >= newest) {
          setPlaying(false);
          onMove(undefined);
        } else onMove(sequence + 1);
      },
      calm.matches ? calmStepMilliseconds : stepMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [isPlaying, sequence, newest, onMove]);
  return {
    isPlaying,
    stop: () => setPlaying(false),
    toggle: () => {
      if (!isPlaying && sequence >= newest) onMove(1);
      setPlaying(!isPlaying);
    },
  };
}
