import { z } from 'zod';

/**
 * Why somebody should look at a stored response: in two words, and in a sentence. The server never
 * refuses what a person has captured because something changed meanwhile: it stores it with a
 * reason.
 */
export const reviewReasons = {
  'survey-archived': {
    name: 'Survey archived',
    text: 'The survey was archived before the response arrived.',
  },
  'survey-deleted': {
    name: 'Survey deleted',
    text: 'The survey was deleted before the response arrived.',
  },
  'survey-changed': {
    name: 'Survey changed',
    text: 'The survey has a newer edition than the one that was asked.',
  },
  'hotel-deleted': {
    name: 'Hotel deleted',
    text: 'The hotel was deleted before the response arrived.',
  },
  'hotel-unknown': {
    name: 'Hotel not on record',
    text: 'The server has no record of the hotel, and none of its deletion.',
  },
  'hotel-not-assigned': {
    name: 'Hotel not assigned',
    text: 'The response was not for a hotel assigned to whoever sent it.',
  },
  'edition-from-device': {
    name: 'Edition from device',
    text: 'The server had lost what was asked, and the device brought it back: compare it with the survey.',
  },
  'clock-odd': {
    name: 'Clock wrong',
    text: "The device's clock was wrong or was set, or more than a day lies between start and completion: the times may be wrong.",
  },
  'figures-differ': {
    name: 'Score differs',
    text: 'The device had reckoned another score.',
  },
  incomplete: {
    name: 'Incomplete',
    text: 'Required questions have no answer.',
  },
  'na-not-allowed': {
    name: 'Not applicable refused',
    text: 'A question was marked not applicable that must be answered. It counts as unanswered.',
  },
  'many-not-applicable': {
    name: 'Many not applicable',
    text: 'Many of the scored questions were marked not applicable.',
  },
  'asked-differs': {
    name: 'Asked differs',
    text: 'The questions that were asked are not those of its round.',
  },
  'evidence-missing': {
    name: 'Evidence missing',
    text: 'A question that wants evidence has none.',
  },
  'round-approved': {
    name: 'Round approved',
    text: 'Its round was approved before it arrived.',
  },
  'approved-meanwhile': {
    name: 'Revision not applied',
    text: 'Its round was approved before a revision of it arrived. The revision is kept, and its score is as approved.',
  },
  'revises-nothing': {
    name: 'Revises nothing',
    text: 'It was sent to replace a response, but that one is not returned to its sender.',
  },
} as const;
export type ReviewReason = keyof typeof reviewReasons;
/** A review reason. Every response in API replies has a list of them (docs/decisions/0007). */
export const reviewReasonField = z.enum(
  Object.keys(reviewReasons) as [ReviewReason, ...ReviewReason[]],
);
