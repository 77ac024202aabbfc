import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ZodObject, z } from 'zod';

/**
 * A screen's filter, sort and search live in its address, so that a view can be shared and Back
 * works. Values are plain texts there; the screen's schema says what they mean (`z.coerce` for
 * numbers, `.default()` for what an empty address shows). An address that makes no sense shows
 * the default view.
 *
 * @returns what the address says, and how to change it: names given undefined or '' leave it.
 * A change is a step for Back, unless `replace` says it is none (every letter of a search);
 * `evenIfUnsaved` asks nobody, since what was unsaved has lost its thing.
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

/** `?stage=Evaluation&page=2` to texts by name. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The way back. Undefined and empty values leave the address. */
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
