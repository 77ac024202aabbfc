import { createHash } from 'node:crypto';

import { scopeOf, type Person } from '#domain/people/person.ts';
import { responseInputSchema } from '#domain/responses/response.ts';
import type { ExportedFile, ExportedResponse, Imported } from '#domain/sync/exported-file.ts';
import { findDeleted } from '#server/db/people/deleted-people.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { toProblem } from '#server/http/answer-problems.ts';
import { invalid, ProblemError } from '#server/problems.ts';
import { findOwner } from './queries.ts';
import { submitResponse } from './submit-response.ts';

/**
 * Stores the responses of a device's exported file as if their owner had sent them: by the same
 * path, within the owner's scope, under the same client ids. So a file can be imported twice, and
 * the device can send the same responses before or after: each is stored once. A refused response
 * does not hold up the others.
 */
export async function importResponses(
  deps: Deps,
  importer: Person,
  file: ExportedFile,
): Promise<{ responses: Imported[] }> {
  const owner = (await findOwner(deps.db, file.owner)) ?? (await findLeft(deps.db, file.owner));
  if (!owner)
    throw invalid(
      'owner',
      `Nobody here is ${file.owner.name} (${file.owner.email}), whose interviews these are.`,
    );
  const scope = scopeOf({ id: owner.id, role: { name: owner.roleName } });
  const responses: Imported[] = [];
  for (const exported of file.responses)
    responses.push(await importOne(deps, { person: owner, scope, importer }, exported));
  return { responses };
}

/**
 * Returns the deleted account that the file names, or null unless number and name match the audit
 * trail.
 */
async function findLeft(db: Db, { id, name }: ExportedFile['owner']) {
  const left = await findDeleted(db, id);
  return left?.name.toLowerCase() === name.toLowerCase() ? left : null;
}

type Owner = Pick<Parameters<typeof submitResponse>[1], 'person' | 'scope' | 'importer'>;

/**
 * Stores one response and returns its outcome. A passing failure, such as an unreachable database,
 * fails the whole call: repeating it is safe.
 */
async function importOne(deps: Deps, owner: Owner, exported: ExportedResponse): Promise<Imported> {
  const { clientId, digest } = exported;
  try {
    const input = readBody(exported);
    const sender = { ...owner, bodyDigest: digest, declaredDigest: digest, skewAtSending: null };
    const { receipt, repeated } = await submitResponse(deps, sender, input);
    return {
      clientId,
      outcome: repeated ? 'present' : 'stored',
      responseId: receipt.id,
      reviewReasons: receipt.reviewReasons,
      counts: receipt.counts,
      refusal: null,
    };
  } catch (error) {
    const problem = error instanceof Error ? toProblem(error) : undefined;
    if (!problem || problem.status >= 500) throw error;
    const refusal = problem.message;
    const nothing = { responseId: null, reviewReasons: [], counts: false };
    return { clientId, outcome: 'refused', ...nothing, refusal };
  }
}

/** Checks the response by the rules of the call that it would have been sent to, and returns it. */
function readBody({ clientId, body, digest }: ExportedResponse) {
  if (createHash('sha256').update(body).digest('hex') !== digest)
    throw new ProblemError('malformed-request', 'The response was damaged in the file.');
  const parsed = responseInputSchema.safeParse(asJson(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid('body', issue?.message ?? 'The response cannot be read.');
  }
  if (parsed.data.clientId !== clientId)
    throw invalid(
      'clientId',
      'The file names another interview than the response in it: somebody changed the file.',
    );
  return parsed.data;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProblemError('malformed-request', 'The response cannot be read.');
  }
}
