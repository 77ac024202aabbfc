import { roleNames, type RoleName } from '#domain/people/roles.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import type { SurveyStatus } from '#domain/surveys/survey.ts';
import type { HotelStatus, Stage } from '#domain/workflow/stages.ts';

import type { PaletteName } from './palettes.ts';

/** The colour for each meaning. All meanings that the app shows by colour are in this table. */
export const toneColors = {
  good: 'green',
  warn: 'orange',
  bad: 'red',
  info: 'blue',
  neutral: 'gray',
  brass: 'brass',
  accent: 'pine',
  violet: 'violet',
  plum: 'plum',
} as const satisfies Record<string, PaletteName>;
export type Tone = keyof typeof toneColors;

export const verdictTones: Readonly<Record<Verdict, Tone>> = {
  Pass: 'good',
  'Needs Review': 'warn',
  'Not scored': 'neutral',
};

const [admin, assessor, consultant] = roleNames;
export const roleTones: Readonly<Record<RoleName, Tone>> = {
  [admin]: 'bad',
  [assessor]: 'info',
  [consultant]: 'good',
};

export const stageTones: Readonly<Record<Stage, Tone>> = {
  Initiated: 'neutral',
  'Onsite Assessment': 'info',
  'Virtual Session': 'violet',
  'Virtual Re-Assessment': 'plum',
  Evaluation: 'brass',
  Disposition: 'accent',
};

export const hotelStatusTones: Readonly<Record<HotelStatus, Tone>> = {
  Pending: 'neutral',
  Active: 'info',
  Complete: 'good',
};

export const surveyStatusTones: Readonly<Record<SurveyStatus, Tone>> = {
  draft: 'neutral',
  active: 'good',
  archived: 'brass',
};

/** `unknown` means that nothing waits here, but the server has not said what it still holds. */
export type SyncState = 'offline' | 'syncing' | 'pending' | 'unknown' | 'synced';
export const syncTones: Readonly<Record<SyncState, Tone>> = {
  offline: 'bad',
  syncing: 'info',
  pending: 'warn',
  unknown: 'neutral',
  synced: 'good',
};

/** The tone for everything that is flagged for a person to review, whatever its score. */
export const flagTone: Tone = 'violet';

/**
 * Returns the colour for dots, bars and lines of charts, with a contrast of at least 3 : 1 on every
 * ground.
 */
export function toneMark(tone: Tone): string {
  return `var(--bw-${toneColors[tone]}-mark)`;
}
