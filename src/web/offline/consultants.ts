import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';

import { unknownConsultant } from '#domain/people/roles.ts';
import { serviceConsultantSchema, type ServiceConsultant } from '#domain/people/system-user.ts';
import { nothing } from '#web/lib/format.ts';
import { cachedQuery } from './cached-query.ts';

/** Who can be a hotel's consultant, as every screen reads it. */
export const consultantsQuery = cachedQuery({
  path: '/api/service-consultants',
  schema: z.array(serviceConsultantSchema),
});

/** The name of a hotel's consultant; undefined where it has none. */
export type NameConsultant = (id: number | null) => string | undefined;

/** Who can be a hotel's consultant, and what an id is called. */
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
