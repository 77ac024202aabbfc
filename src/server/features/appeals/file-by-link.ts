import { linkAppealInputSchema, linkAppealSchema } from '#domain/contacts/round-by-link.ts';
import { listAppealsByLink } from '#server/db/responses/appeals.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound } from '#server/problems.ts';
import { fileAppeal } from './file-appeal.ts';
import * as queries from './queries.ts';

/** A hotel contact files an appeal of the round that their link opens (rules 108 and 142). */
export const fileByLink = defineRoute({
  method: 'POST',
  path: '/api/link/appeals',
  summary: 'Appeal an answer of the round by link; sent again, it is stored once',
  who: 'contact',
  audit: 'appeal.filed',
  repeat: 'own',
  body: linkAppealInputSchema,
  answer: linkAppealSchema,
  status: 201,
  refuses: {
    404: 'The round has no such response.',
    409: 'As for `POST /api/appeals`.',
  },
  run: async ({ deps, db, contact, body, record, reply }) => {
    if (!(await queries.lockOfRound(db, contact.roundId, body.responseId)))
      throw notFound('The response');
    const by = { kind: 'contact', id: contact.id, name: contact.name } as const;
    const { id, recorded } = await fileAppeal({ deps, db, by, scope: { kind: 'all' } }, body);
    if (recorded) await record(id, recorded);
    else void reply.code(200);
    const [appeal] = await listAppealsByLink({ deps, db }, { id });
    if (!appeal) throw notFound('The appeal');
    return appeal;
  },
});
