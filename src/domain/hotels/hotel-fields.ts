import { z, type ZodType } from 'zod';

import { idField } from '#domain/identity.ts';
import { consultantRole } from '#domain/people/roles.ts';
import { asCode, freeText, optionalText, shortText } from '#domain/text.ts';
import { hotelStatuses, stages, type Stage } from '#domain/workflow/stages.ts';

/** The chain scales, from the highest to the lowest. */
export const chainScales = [
  'Luxury',
  'Upper Upscale',
  'Upscale',
  'Upper Midscale',
  'Midscale',
  'Economy',
] as const;

/**
 * What a field holds: a line of text, one item of a list, a Service Consultant, a calendar day, or
 * notes. The kind decides which control the form has (`web/features/hotels/hotel-fields.tsx`), how
 * text becomes its value ({@link valueOfText}), and whether the search covers it.
 */
export type HotelFieldKind = 'line' | 'choice' | 'consultant' | 'day' | 'notes';

/** The sections of the form, in order. */
export const hotelGroups = ['Hotel', 'Where it is', 'Who runs it', 'Assessment'] as const;

export type HotelFieldDeclaration = {
  kind: HotelFieldKind;
  /** The field's name in the form and in messages, and its heading in the hotel file. */
  label: string;
  /**
   * The schema of what a person may store. It has no default: a change that leaves a field out must
   * not write one (`hotel.test.ts`).
   */
  value: ZodType;
  /** The schema of what the server returns. */
  answer: ZodType;
  /**
   * The value of a new hotel when the field is left out. Also the value when a device's stored
   * hotel is older than the field. A field without a fallback is required; only fields of the first
   * release may be.
   */
  fallback?: string | null;
  group: (typeof hotelGroups)[number];
  /**
   * The field's place in the hotel file, from 1, and its cell in the template's example. A field
   * without a column is filled in later, while the hotel is being assessed. Neither the file nor
   * the form for a new hotel has it.
   */
  column?: { at: number; example: string };
  /** The items of a `choice`. */
  choices?: readonly string[];
  /** The stage in which a `day` can be set. */
  stage?: Stage;
  /** True when the field takes both columns of the form. */
  isWide?: boolean;
  /**
   * True when the form suggests the values of other hotels, so that one brand does not get two
   * spellings.
   */
  isSuggested?: boolean;
};

const line = <const L extends string>(label: L) =>
  ({ kind: 'line', label, value: shortText(label), answer: z.string() }) as const;

const optionalLine = <const L extends string>(label: L) =>
  ({
    kind: 'line',
    label,
    value: optionalText(label),
    answer: z.string().nullable(),
    fallback: null,
  }) as const;

const oneOf = <const T extends readonly [string, ...string[]]>(label: string, values: T) =>
  z.enum(values, { error: `${label} must be one of ${values.join(', ')}` });

const choice = <const L extends string, const T extends readonly [string, ...string[]]>(
  label: L,
  choices: T,
) =>
  ({
    kind: 'choice',
    label,
    value: oneOf(label, choices),
    answer: z.enum(choices),
    choices,
  }) as const;

/**
 * Declares a choice that may stay empty. Empty text becomes null, as in every other optional field.
 */
const optionalChoice = <const L extends string, const T extends readonly [string, ...string[]]>(
  label: L,
  choices: T,
) =>
  ({
    kind: 'choice',
    label,
    choices,
    fallback: null,
    value: z.preprocess(
      (value: T[number] | '' | null) => (value === '' ? null : value),
      oneOf(label, choices).nullable(),
    ),
    answer: z.enum(choices).nullable(),
  }) as const;

/** Declares a day, `2026-03-31`. A moment is cut to its date as written. */
const day = <const L extends string, const S extends Stage>(label: L, stage: S) =>
  ({
    kind: 'day',
    label,
    stage,
    fallback: null,
    value: z
      .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'Choose a date' })
      .transform((value) => value.slice(0, 10))
      // The first year is 1, because PostgreSQL has no year 0.
      .refine((value) => value >= '0001', 'Choose a date')
      .nullable(),
    answer: z.iso.date('Choose a date').nullable(),
  }) as const;

const codeNote =
  "The brand's own code for the hotel, unique in any case; text, so leading zeros stay.";

/**
 * Every field of a hotel that people fill in, declared once, in the order of the form. This table
 * generates the schemas of the API (`hotel.ts`), the hotel file and its template
 * (`hotel-import.ts`), the import's SQL statement, the database's types, the form, its messages and
 * the search. A new field needs an entry here and a column in a migration.
 */
export const hotelFields = {
  hotelId: {
    ...line('Hotel ID'),
    value: shortText('Hotel ID').overwrite(asCode).describe(codeNote),
    answer: z.string().describe(codeNote),
    group: 'Hotel',
    column: { at: 1, example: 'EXAMPLE-1' },
  },
  hotelName: {
    ...line('Hotel Name'),
    group: 'Hotel',
    column: { at: 2, example: 'Example Hotel' },
    isWide: true,
  },
  hotelChain: {
    ...line('Hotel Chain'),
    group: 'Hotel',
    column: { at: 3, example: 'Example Chain' },
    isSuggested: true,
  },
  hotelBrand: {
    ...line('Hotel Brand'),
    group: 'Hotel',
    column: { at: 4, example: 'Example Brand' },
    isSuggested: true,
  },
  chainScale: {
    ...optionalChoice('Chain Scale', chainScales),
    group: 'Hotel',
    column: { at: 12, example: 'Upscale' },
  },
  hotelAddress: {
    ...line('Address'),
    group: 'Where it is',
    column: { at: 7, example: '1 Main Street' },
    isWide: true,
  },
  hotelPostalCode: {
    ...line('Postal Code'),
    group: 'Where it is',
    column: { at: 11, example: '02110' },
  },
  hotelCity: { ...line('City'), group: 'Where it is', column: { at: 8, example: 'Boston' } },
  hotelState: { ...line('State'), group: 'Where it is', column: { at: 9, example: 'MA' } },
  hotelCountry: {
    ...line('Country'),
    group: 'Where it is',
    column: { at: 10, example: 'USA' },
    isSuggested: true,
  },
  fpgRegion: {
    ...line('FPG Region'),
    group: 'Where it is',
    column: { at: 13, example: 'East' },
    isWide: true,
    isSuggested: true,
  },
  hotelManagementCo: {
    ...optionalLine('Management Co'),
    group: 'Who runs it',
    column: { at: 5, example: '' },
  },
  hotelOwner: { ...optionalLine('Owner'), group: 'Who runs it', column: { at: 6, example: '' } },
  serviceConsultantId: {
    kind: 'consultant',
    label: consultantRole,
    value: idField('Choose a service consultant from the list').nullable(),
    answer: z.int().nullable(),
    fallback: null,
    group: 'Who runs it',
    column: { at: 14, example: '' },
  },
  stage: {
    ...choice('Stage', stages),
    fallback: 'Initiated',
    group: 'Assessment',
    column: { at: 16, example: 'Initiated' },
  },
  status: {
    ...choice('Status', hotelStatuses),
    fallback: 'Pending',
    group: 'Assessment',
    column: { at: 15, example: 'Pending' },
  },
  virtualSessionCompletionDate: {
    ...day('Virtual session completion date', 'Virtual Session'),
    group: 'Assessment',
  },
  virtualReAssessmentCompletionDate: {
    ...day('Virtual re-assessment completion date', 'Virtual Re-Assessment'),
    group: 'Assessment',
  },
  evaluationNotes: {
    kind: 'notes',
    label: 'Evaluation notes',
    value: freeText('Evaluation notes').nullable(),
    answer: z.string().nullable(),
    fallback: null,
    group: 'Assessment',
  },
} as const satisfies Record<string, HotelFieldDeclaration>;

export type DeclaredFields = typeof hotelFields;
export type HotelField = keyof DeclaredFields;
export type HotelFieldOf<Part> = {
  [F in HotelField]: DeclaredFields[F] extends Part ? F : never;
}[HotelField];
/** A field that has a column in the hotel file. */
export type HotelFileField = HotelFieldOf<{ column: object }>;

/** All fields, in the order of the form. */
export const hotelFieldNames = Object.keys(hotelFields) as HotelField[];

/** Returns the declaration of a field as the common type, for code that goes over all fields. */
export function declarationOf(field: HotelField): HotelFieldDeclaration {
  return hotelFields[field];
}

/** The fields of the hotel file, in its order. */
export const hotelFileFields = hotelFieldNames
  .filter((field): field is HotelFileField => declarationOf(field).column !== undefined)
  .toSorted((a, b) => hotelFields[a].column.at - hotelFields[b].column.at);

/** Returns whether a blank cell or control is allowed. The field is then null. */
export function mayBeBlank(field: HotelField): boolean {
  return declarationOf(field).fallback === null;
}

/** Returns the value for the text of a control or cell, as input for the field's `value` schema. */
export function valueOfText(field: HotelField, text: string): unknown {
  if (declarationOf(field).kind === 'line') return text;
  if (text === '') return null;
  return declarationOf(field).kind === 'consultant' ? Number(text) : text;
}
