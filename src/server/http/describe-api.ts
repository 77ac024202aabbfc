import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import viewer from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

import { describeRoutes } from '#server/docs/document.ts';
import { viewerTheme } from '#server/docs/viewer-theme.ts';
import type { Route } from './route.ts';

export const docsAddress = '/api/docs';
const pageAddress = `${docsAddress}/page`;

/**
 * Serves the API's description: the OpenAPI document to programs, and a page that shows it to
 * browsers. We serve the page ourselves, under the same content policy as every other page. It can
 * try GET calls only, so that nobody deletes a hotel by trying out the call.
 */
export async function describeApi(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  await app.register(swagger, {
    openapi: {},
    transform: ({ url }) => ({ url, schema: { hide: true } }),
    // Called when the document is first requested; the plugin keeps the result.
    transformObject: () => describeRoutes(routes) as ReturnType<SwaggerTransformObject>,
  });
  await app.register(viewer, {
    routePrefix: pageAddress,
    theme: viewerTheme,
    uiConfig: {
      // This layout has no bar for entering another document's address.
      layout: 'BaseLayout',
      deepLinking: true,
      supportedSubmitMethods: ['get'],
      // The page opens with its groups as a table of contents. With all calls open the viewer
      // would draw only what is in sight, so that the browser's own search finds nothing.
      docExpansion: 'none',
    },
  });
  app.get(docsAddress, async ({ headers }, reply) => {
    void reply.header('vary', 'accept');
    const isBrowser = headers.accept?.includes('text/html');
    return isBrowser ? reply.redirect(pageAddress) : app.swagger();
  });
}
