import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';

import { once } from '#domain/once.ts';
import { describeRoutes } from '#server/docs/document.ts';
import { routes } from '#server/routes.ts';

const described = once(() => {
  const document = describeRoutes(routes);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  // When two addresses match, the router takes the one with fewer parameters.
  const addresses = Object.keys(document.paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, fits: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
  return { ajv, paths: document.paths as Record<string, Record<string, Operation>>, addresses };
});

type Operation = { responses: Record<string, Answer> };
type Answer = { content?: Record<string, object>; headers?: Record<string, object> };

/** Headers that callers rely on, so the document must describe them. */
const told = ['retry-after', 'x-ignored-fields'];

/**
 * Fails when a reply is not as the document of `/api/docs` describes it: its status, its media
 * type, its content, or one of its headers.
 */
export function checkDescribed(method: string, url: string, answer: LightMyRequestResponse): void {
  const { addresses, paths } = described();
  const [address = ''] = url.split('?');
  const path = addresses.find(({ fits }) => fits.test(address))?.path;
  const operation = path && paths[path]?.[method.toLowerCase()];
  if (!operation) return;
  const wrong = misfit(`/paths/${escaped(path)}/${method.toLowerCase()}`, operation, answer);
  if (wrong)
    throw new Error(
      `${method} ${url} answered ${answer.statusCode} ${answer.body.slice(0, 500)}, but ${wrong}`,
    );
}

function misfit(
  place: string,
  { responses }: Operation,
  { statusCode, headers, body }: LightMyRequestResponse,
): string | null {
  const answer = responses[statusCode];
  if (!answer) return 'the status is not documented';
  const silent = told.find((name) => headers[name] !== undefined && !answer.headers?.[name]);
  if (silent) return `the header ${silent} is not documented`;
  const [type = ''] = String(headers['content-type'] ?? '').split(';');
  if (!answer.content) return body === '' ? null : 'no content is documented';
  if (!answer.content[type]) return `the media type ${type} is not documented`;
  if (!type.endsWith('json')) return null;
  const { ajv } = described();
  const pointer = `${place}/responses/${statusCode}/content/${escaped(type)}/schema`;
  const fits = ajv.getSchema(`document#${pointer}`);
  if (!fits) return `there is no schema at ${pointer}`;
  return fits(JSON.parse(body)) ? null : ajv.errorsText(fits.errors);
}

/** Escapes a part of a JSON pointer inside a URL. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
