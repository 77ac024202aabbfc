import { lackingEvidence } from '#domain/evidence/lacking-evidence.ts';
import { answersAsked } from '#domain/interviews/asked-now.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import { standingsOf } from '#domain/scoring/standing.ts';

import { currentQuestion, type InterviewState } from '#web/features/interviews/interview-state.ts';

type Files = readonly { readonly questionId: number | null }[];

/** Returns the places of the answers that need evidence and have none, and which of them are findings. */
export function lackingNow(state: InterviewState, files: Files) {
  const { questions, progress, only } = state;
  const findings = findingsNow(state);
  const shown = files.flatMap(({ questionId }) => (questionId === null ? [] : [{ questionId }]));
  const standings = standingsOf(
    questions,
    answersAsked(questions, progress, { asked: only }),
    only,
  );
  const places = lackingEvidence(questions, { standings, findings, files: shown });
  return { places, areFindings: places.every((place) => findings.includes(place)) };
}
export type Lacking = ReturnType<typeof lackingNow>;

/**
 * Returns whether the current question needs evidence for its answer. The interview then does not go on by
 * itself.
 */
export function isEvidenceWanted(state: InterviewState): boolean {
  const need = currentQuestion(state)?.evidence;
  if (need === 'on-finding') return findingsNow(state).includes(state.index);
  return need === 'always' && state.standings[state.index] === 'answered';
}

/** Returns what the screen says about the evidence that the current question needs; null if it needs none. */
export function wantedWords(state: InterviewState): string | null {
  const need = currentQuestion(state)?.evidence;
  const standing = state.standings[state.index];
  if (standing === 'not-applicable' || standing === 'waived') return null;
  if (need === 'always') return 'Evidence is wanted.';
  if (need !== 'on-finding') return null;
  return isEvidenceWanted(state)
    ? 'Evidence is wanted: this answer is a finding.'
    : 'Evidence is wanted on a finding.';
}

/** Returns the places of the questions whose answer is a finding, by the rules of the survey. */
function findingsNow({ questions, progress, rules, only }: InterviewState): readonly number[] {
  const given = answersAsked(questions, progress, { asked: only });
  return scoreResponse(questions, given, { rules, asked: only }).findings;
}
