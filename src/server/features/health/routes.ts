import { healthSchema } from '#domain/sync/health.ts';
import { defineRoute } from '#server/http/route.ts';

const health = defineRoute({
  method: 'GET',
  path: '/api/health',
  summary: 'Answers while the server and its database do',
  who: 'anyone',
  answer: healthSchema,
  run: async ({ db }) => {
    const { epoch } = await db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow();
    return { product: 'bellwether' as const, status: 'ok' as const, epoch };
  },
});

export const healthRoutes = [health];
