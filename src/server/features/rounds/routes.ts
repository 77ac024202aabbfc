import { idParams } from '#domain/identity.ts';
import { hotelRoundsSchema } from '#domain/rounds/round.ts';
import { hotelInScope } from '#server/db/scope.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound } from '#server/problems.ts';
import * as queries from './queries.ts';

const ofHotel = defineRoute({
  method: 'GET',
  path: '/api/hotels/{id}/rounds',
  summary: "A hotel's cycles and rounds, the latest cycle first",
  who: 'responses.read',
  params: idParams,
  answer: hotelRoundsSchema,
  run: async ({ deps, db, scope, params: { id } }) => {
    if (!(await hotelInScope(db, scope, id))) throw notFound('The hotel');
    const [cycles, rounds] = await Promise.all([
      queries.listCycles(db, scope, id),
      queries.listRounds(db, scope, id, deps.config.portfolioLine),
    ]);
    return {
      cycles: cycles.map((cycle) => ({
        ...cycle,
        rounds: rounds.filter(({ cycleId }) => cycleId === cycle.id),
      })),
    };
  },
});

export const roundRoutes = [ofHotel];
