import { isSettledByChoice } from '#domain/answers/answer-types.ts';
import { questionsAt } from '#domain/waivers/asked-with-waivers.ts';
import { usesRules } from '#domain/surveys/uses-rules.ts';
import type { Draft } from '#web/offline/records.ts';

import {
  answer,
  askNow,
  joined,
  markAll,
  markNotApplicable,
  note,
  remark,
} from './interview-edits.ts';
import {
  canGoOn,
  currentQuestion,
  isOverlong,
  isStuck,
  nextPlace,
  previousPlace,
  type InterviewAction,
  type InterviewState,
} from './interview-state.ts';
import { isEvidenceWanted } from './wanted-evidence.ts';

export function openInterview(draft: Draft): InterviewState {
  const { edition, progress, answeredAt, remarks = {}, remarkedAt = {}, notes } = draft;
  const { rules } = edition;
  const questions = questionsAt(draft, Date.now());
  const awaited = questions.findIndex(({ id }) => id === draft.awaiting);
  const index = awaited < 0 ? draft.index : awaited;
  const awaiting = awaited < 0 ? null : { questionId: draft.awaiting ?? 0, isLost: true };
  const saved = { index, progress, answeredAt, remarks, remarkedAt, notes, awaiting };
  const opened = { ...saved, questions, rules, only: draft.asked, usesRules: usesRules(edition) };
  return onAsked(askNow({ ...opened, standings: [], asked: [], overlong: {}, goneOn: 0 }));
}

export function reduceInterview(state: InterviewState, action: InterviewAction): InterviewState {
  const after = act(state, action);
  // Who leaves the question waits for no picture any more.
  return after.index === state.index || !after.awaiting ? after : { ...after, awaiting: null };
}

function act(state: InterviewState, action: InterviewAction): InterviewState {
  switch (action.type) {
    case 'answer':
      return answer(state, action.answer, action.at);
    case 'notApplicable':
      return markNotApplicable(state, action.is, action.at);
    case 'allNotApplicable':
      return markAll(state, action);
    case 'remark':
      return remark(state, action.text, action.at);
    case 'next':
      return canGoOn(state) ? { ...state, index: nextPlace(state) ?? state.index } : state;
    case 'goOn':
      return goOn(state, action.from);
    case 'previous':
      return goTo(state, previousPlace(state) ?? state.index);
    case 'go':
      return goTo(state, action.index);
    case 'note':
      return note(state, action.notes);
    case 'await':
      return awaitFile(state);
    case 'arrived':
      return state.awaiting ? { ...state, awaiting: null } : state;
    case 'join':
      return onAsked(joined(state, action.stored));
  }
}

function awaitFile(state: InterviewState): InterviewState {
  const questionId = currentQuestion(state)?.id;
  return questionId === undefined ? state : { ...state, awaiting: { questionId, isLost: false } };
}

/**
 * Goes to a question, unless the answer or its note is too long. Such a text is not stored, so
 * leaving would lose it.
 */
function goTo(state: InterviewState, index: number): InterviewState {
  return isStuck(state) ? state : { ...state, index };
}

/**
 * Goes on from a question after a choice (rule 61). It does nothing when the person has left the
 * question meanwhile, has removed the choice, or has typed notes that are too long, or when the answer
 * wants evidence. It never leaves the last question, because the next step there completes the
 * interview.
 */
function goOn(state: InterviewState, from: number): InterviewState {
  const question = currentQuestion(state);
  const index = nextPlace(state);
  if (state.index !== from || !question || index === undefined || isOverlong(state)) return state;
  if (!isSettledByChoice(question) || state.standings[from] !== 'answered') return state;
  if (isEvidenceWanted(state)) return state;
  return { ...state, index, goneOn: state.goneOn + 1 };
}

/** Goes on to a question that is asked when the current one is not, or not any more. */
function onAsked(state: InterviewState): InterviewState {
  const { asked, index } = state;
  if (asked.includes(index)) return state;
  return goTo(state, nextPlace(state) ?? asked.at(-1) ?? 0);
}
