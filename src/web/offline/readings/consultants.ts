import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';

import { unknownConsultant } from '#domain/people/roles.ts';
import { serviceConsultantSchema, type ServiceConsultant } from '#domain/people/system-user.ts';
import { nothing } from '#web/lib/format.ts';
import { cachedQuery } from './cached-query.ts';

/** The query for everyone who can be a hotel's consultant. All screens share it. */
export const consultantsQuery = cachedQuery({
  path: '/api/service-consultants',
  schema: z.array(serviceConsultantSchema),
});

/** Returns the name of a hotel's consultant; undefined when the hotel has none. */
export type NameConsultant = (id: number | null) => string | undefined;

/** Returns everyone who can be a hotel's consultant, and a function that names one by id. */
export function useConsultants(): {
  consultants: readonly ServiceConsultant[];
  nameConsultant: NameConsultant;
} {
  const list = useQuery(consultantsQuery).data?.value;
  return useMemo(() => {
    const names = new Map(list?.map(({ id, name }) => [id, name]));
    const unknown = list ? unknownConsultant : nothing;
    return {
      consultants: list ?? [],
      nameConsultant: (id) => (id === null ? undefined : (names.get(id) ?? unknown)),
    };
  }, [list]);
}
