import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { z, type ZodObject } from 'zod';

import { largestId } from '#domain/identity.ts';
import { longestLine } from '#domain/text.ts';

/** A record's id in the URL, if there is one. */
export const addressId = z.coerce.number().int().positive().max(largestId).optional();
/** A brand in the URL, if there is one. */
export const addressBrand = z.string().max(longestLine).optional();

/**
 * Reads and changes the filter, sort and search of a screen, which live in its URL so that a view
 * can be shared and Back works. In the URL the values are plain texts. The screen's schema says
 * what they mean (`z.coerce` for numbers, `.default()` for values that the URL leaves out). A URL
 * that makes no sense shows the default view.
 *
 * @returns the values in the URL, and a function that changes them. Names with undefined or ''
 *   are removed from it. Each change is a step for Back, unless `replace` is set (for every letter
 *   of a search). `evenIfUnsaved` skips the question about unsaved changes, because the thing they
 *   belonged to is gone.
 */
export function useAddress<S extends ZodObject>(schema: S) {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const values = useMemo((): z.output<S> => {
    const parsed = schema.safeParse(raw);
    return parsed.success ? parsed.data : schema.parse({});
  }, [schema, raw]);
  const change = useCallback(
    (
      changes: Partial<Record<keyof z.input<S>, string | number | boolean | undefined>>,
      options: { replace?: boolean; evenIfUnsaved?: boolean } = {},
    ) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
        replace: options.replace ?? false,
        ignoreBlocker: options.evenIfUnsaved ?? false,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [values, change] as const;
}

/** Turns `?stage=Evaluation&page=2` into texts by name. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Turns values into a query string. It leaves out undefined and empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (
      typeof value === 'string'
        ? value !== ''
        : typeof value === 'number' || typeof value === 'boolean'
    )
      query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}
