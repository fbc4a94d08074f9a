import { useEffect, useState } from 'react';

export const speeds = [1, 4, 16] as const;
export type Speed = (typeof speeds)[number];

const stepMilliseconds = 900;
/** Users who prefer reduced motion get longer steps. */
const calmStepMilliseconds = 2500;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Plays the history from the current position, or from the first message if it is at the end. */
export function usePlayback(
  sequence: number,
  first: number,
  newest: number,
  onMove: (sequence: number | undefined) => void,
): {
  isPlaying: boolean;
  speed: Speed;
  setSpeed: (speed: Speed) => void;
  toggle: () => void;
  stop: () => void;
} {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  useEffect(() => {
    if (!isPlaying) return;
    const step = calm.matches ? calmStepMilliseconds : stepMilliseconds;
    const timer = setTimeout(() => {
      if (sequence >= newest) {
        setPlaying(false);
        onMove(undefined);
      } else onMove(sequence + 1);
    }, step / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, speed, sequence, newest, onMove]);
  return {
    isPlaying,
    speed,
    setSpeed,
    stop: () => setPlaying(false),
    toggle: () => {
      if (!isPlaying && sequence >= newest) onMove(Math.min(first, newest - 1));
      setPlaying(!isPlaying);
    },
  };
}
