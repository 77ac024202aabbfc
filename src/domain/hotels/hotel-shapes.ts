import type { z, ZodType } from 'zod';

import {
  declarationOf,
  hotelFieldNames,
  hotelFileFields,
  type DeclaredFields,
  type HotelField,
  type HotelFieldDeclaration,
  type HotelFileField,
} from './hotel-fields.ts';

/** The schema with the field's fallback as its default, if the field has one. */
type WithFallback<F extends HotelField, S extends ZodType> = DeclaredFields[F] extends {
  fallback: string | null;
}
  ? z.ZodDefault<S>
  : S;

/** The schemas of what people may write to each field. */
export const hotelValues = shapeOf(hotelFieldNames, ({ value }) => value) as {
  [F in HotelField]: DeclaredFields[F]['value'];
};

/** The schemas of a new hotel and of a row in the hotel file. */
export const hotelInputs = shapeOf(hotelFileFields, withFallback('value')) as {
  [F in HotelFileField]: WithFallback<F, DeclaredFields[F]['value']>;
};

/** The schemas of what the server returns for each field. */
export const hotelAnswers = shapeOf(hotelFieldNames, withFallback('answer')) as {
  [F in HotelField]: WithFallback<F, DeclaredFields[F]['answer']>;
};

function shapeOf<F extends HotelField>(
  fields: readonly F[],
  schemaOf: (declared: HotelFieldDeclaration) => ZodType,
) {
  const entries = fields.map((field) => [field, schemaOf(declarationOf(field))] as const);
  return Object.fromEntries(entries) as Record<F, ZodType>;
}

function withFallback(part: 'value' | 'answer') {
  return ({ [part]: schema, fallback }: HotelFieldDeclaration): ZodType =>
    fallback === undefined ? schema : schema.default(fallback);
}
