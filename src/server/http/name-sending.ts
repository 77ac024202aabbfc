import type { FastifyInstance } from 'fastify';

import { requestKeyField, sendingHeader } from '#domain/sync/client-id.ts';

/**
 * Repeats the name of the sending in the reply. By that a device knows the reply to this very request
 * from an earlier one that something on the network repeats.
 */
export function nameSending(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const sending = requestKeyField.safeParse(request.headers[sendingHeader]).data;
    if (sending !== undefined) void reply.header(sendingHeader, sending);
    done();
  });
}
