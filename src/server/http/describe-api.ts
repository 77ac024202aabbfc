import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import viewer from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

import { describeRoutes } from '#server/docs/document.ts';
import { viewerTheme } from '#server/docs/viewer-theme.ts';
import type { Route } from './route.ts';

export const docsAddress = '/api/docs';
const pageAddress = `${docsAddress}/page`;

/**
 * Serves the API's description: the OpenAPI document to programs, and to a browser a page that
 * shows it. The page is served by us under the policy of every other page, and tries reading calls
 * only: nobody should delete a hotel by looking at how it is done.
 */
export async function describeApi(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  await app.register(swagger, {
    openapi: {},
    transform: ({ url }) => ({ url, schema: { hide: true } }),
    // Made when it is first asked for, and kept by the plugin.
    transformObject: () => describeRoutes(routes) as ReturnType<SwaggerTransformObject>,
  });
  await app.register(viewer, {
    routePrefix: pageAddress,
    theme: viewerTheme,
    // Without a bar to enter another document's address.
    uiConfig: { layout: 'BaseLayout', deepLinking: true, supportedSubmitMethods: ['get'] },
  });
  app.get(docsAddress, async ({ headers }, reply) => {
    void reply.header('vary', 'accept');
    const isBrowser = headers.accept?.includes('text/html');
    return isBrowser ? reply.redirect(pageAddress) : app.swagger();
  });
}
