import { caseShare, drawnPart } from '../../support/case-count.ts';

/** Returns the planted bugs for a run: one of `parts` shares, or the one that `AGENT_HOME_BOARD_BUG` names. */
export function huntedBugs<Bug extends { name: string }>(bugs: readonly Bug[], parts: number): Bug[] {
  const wanted = process.env.AGENT_HOME_BOARD_BUG;
  if (wanted !== undefined) return bugs.filter(({ name }) => name === wanted);
  console.log(`planted bugs: part ${drawnPart} of ${parts}`);
  return caseShare(bugs, drawnPart, parts);
}
