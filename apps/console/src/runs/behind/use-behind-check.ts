import { useEffect, useState } from 'react';
import { BehindCheck } from './behind-check.ts';
import type { BehindResult } from './behind-messages.ts';
import type { CommittedMessage } from './message-commitment.ts';

/** Runs one verification at a time in a worker; the worker ends with the component, and with another file. */
export function useBehindCheck(
  { agentId, runId, seq, head }: CommittedMessage,
  file: File | undefined,
  isWanted: boolean,
): { result: BehindResult | undefined; check: BehindCheck | undefined } {
  const [state, setState] = useState<{ result?: BehindResult; check?: BehindCheck }>({});
  useEffect(() => {
    setState({});
    if (!isWanted) return;
    const check = new BehindCheck({ agentId, runId, seq, head }, file, (result) =>
      setState({ result, check }),
    );
    return () => check.close();
  }, [agentId, runId, seq, head, file, isWanted]);
  return { result: state.result, check: state.check };
}
