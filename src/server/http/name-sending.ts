import type { FastifyInstance } from 'fastify';

import { requestKeyField, sendingHeader } from '#domain/sync/client-id.ts';

/**
 * Repeats the name of the sending in the reply. From this name a device sees whether a reply belongs to this
 * very request, or something on the network repeated an earlier reply.
 */
export function nameSending(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const sending = requestKeyField.safeParse(request.headers[sendingHeader]).data;
    if (sending !== undefined) void reply.header(sendingHeader, sending);
    done();
  });
}
