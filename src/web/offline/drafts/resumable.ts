import { progressAmongAsked, standingsNow } from '#domain/interviews/asked-now.ts';
import { percentComplete } from '#domain/interviews/progress.ts';
import type { InterviewSession } from '#domain/interviews/session.ts';
import { questionsAt } from '#domain/waivers/asked-with-waivers.ts';
import type { Draft } from '#web/offline/store/records.ts';

/** An interview that can be continued: the server's session, this device's draft, or both. */
export type Resumable = {
  clientId: string;
  sessionId: number | null;
  surveyTitle: string;
  respondentName: string;
  respondentJobTitle: string;
  /** How many of the questions that are asked come before the current one. */
  index: number;
  questionCount: number;
  percent: number;
  /** Milliseconds since 1970. */
  updatedAt: number;
  /** What is only on this device, in words for people; null when the server has it. */
  caution: string | null;
  /** True when the server has a copy with every change that this device has. */
  isCopied: boolean;
  /** True when it corrects a returned response. */
  isCorrection: boolean;
};

/**
 * Joins the server's sessions and this device's drafts of a hotel by client id, the latest first.
 * Interviews that were finished or given up on this device are left out, even if the server still
 * lists them.
 */
export function joinResumable(
  sessions: readonly InterviewSession[],
  drafts: readonly Draft[],
  ended: ReadonlySet<string>,
): Resumable[] {
  const drafted = new Set(drafts.map((draft) => draft.clientId));
  const elsewhere = sessions.filter(
    ({ clientId, status }) =>
      status === 'in_progress' && !ended.has(clientId) && !drafted.has(clientId),
  );
  return [...drafts.map(fromDraft), ...elsewhere.map(fromSession)].toSorted(
    (a, b) => b.updatedAt - a.updatedAt,
  );
}

function fromDraft(draft: Draft): Resumable {
  const { clientId, edition, respondentName, respondentJobTitle, copy } = draft;
  const questions = questionsAt(draft, draft.updatedAt);
  const standings = standingsNow(questions, draft.progress, draft.asked);
  return {
    ...{ clientId, respondentName, respondentJobTitle },
    ...progressAmongAsked(standings, draft.index),
    sessionId: copy?.sessionId ?? null,
    surveyTitle: edition.title,
    updatedAt: draft.updatedAt,
    caution: draft.copyRefused ?? cautionOf(draft),
    isCopied: draft.copy?.revision === draft.revision,
    isCorrection: draft.returned !== undefined,
  };
}

function cautionOf({ copy, returned }: Draft): string | null {
  if (returned) return `Returned by ${returned.returnedBy}, corrected on this device only`;
  return copy ? null : 'On this device only';
}

function fromSession(session: InterviewSession): Resumable {
  const { clientId, surveyTitle, respondentName, respondentJobTitle, questionCount } = session;
  return {
    ...{ clientId, surveyTitle, respondentName, respondentJobTitle, questionCount },
    index: session.currentQuestionIndex,
    percent: percentComplete(session.progress, questionCount),
    ...session.askedNow,
    sessionId: session.id,
    updatedAt: Date.parse(session.lastUpdatedAt),
    caution: null,
    isCopied: true,
    isCorrection: false,
  };
}
