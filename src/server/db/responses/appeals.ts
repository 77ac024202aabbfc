import { sql } from 'kysely';

import type { Appeal, Appeals } from '#domain/appeals/appeal.ts';
import { notApplicable } from '#domain/appeals/claim.ts';
import type { LinkAppeal } from '#domain/contacts/round-by-link.ts';
import { appealsUntil, isInTime } from '#domain/appeals/deadline.ts';
import { can, type Person, type Scope } from '#domain/people/person.ts';
import { rolesThat } from '#domain/people/roles.ts';
import type { Deps } from '#server/deps.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

export type AppealReader = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  person: Person;
  scope: Scope;
};
type Of = { roundId: number } | { responseId: number } | { id: number };

const columnOf = {
  roundId: 'response.roundId',
  responseId: 'appeal.responseId',
  id: 'appeal.id',
} as const;

/** Returns the appeals of a round or a response within scope, or one of them, the earliest first. */
export async function listAppeals(reader: AppealReader, of: Of): Promise<Appeal[]> {
  const { deps, db, person } = reader;
  const rows = await readRows(reader, of);
  const appeals: Appeal[] = [];
  for (const { heldById, filedById, approvedAt, ...row } of rows) {
    const told = await inWords({ editions: deps.editions, db }, row);
    const isOpen = row.status === 'open';
    const may = isOpen && approvedAt !== null && can(person, 'appeals.decide');
    appeals.push({
      ...told,
      canDecide: may && !(await hasPart(reader, { heldById, filedById })),
      canWithdraw: isOpen && filedById === person.id,
    });
  }
  return appeals;
}

/** Returns the appeals of a round, or one of them, as its hotel contacts see them, the earliest first. */
export async function listAppealsByLink(
  { deps, db }: { deps: Pick<Deps, 'editions'>; db: Db },
  of: Of,
): Promise<LinkAppeal[]> {
  const appeals: LinkAppeal[] = [];
  for (const row of await readRows({ db, scope: { kind: 'all' } }, of)) {
    const { responseId, questionId, wantedText } = await inWords(
      { editions: deps.editions, db },
      row,
    );
    const { id, claim, status, filedBy, filedAt, reason } = row;
    appeals.push({
      ...{ id, responseId, questionId, wantedText, claim, status, filedBy, filedAt, reason },
    });
  }
  return appeals;
}

type Wanting = { surveyId: number; edition: number; questionId: number; wantedId: number | null };

/** Adds the question's number, and the wanted answer in words. */
async function inWords<R extends Wanting>({ editions, db }: Pick<Deps, 'editions' | 'db'>, row: R) {
  const { wantedId, surveyId, edition: asked, ...told } = row;
  const edition = await editions.find(db, surveyId, asked);
  const place = edition?.questions.findIndex(({ id }) => id === row.questionId) ?? -1;
  const options = edition?.questions[place]?.answers ?? [];
  const wantedText =
    wantedId === null ? 'Not applicable' : (options.find(({ id }) => id === wantedId)?.text ?? '');
  return { ...told, number: place + 1, wanted: wantedId ?? notApplicable, wantedText } as const;
}

function readRows({ db, scope }: Pick<AppealReader, 'db' | 'scope'>, of: Of) {
  let query = db
    .selectFrom('appeals as appeal')
    .innerJoin('responses as response', 'response.id', 'appeal.responseId')
    .leftJoin('rounds as round', 'round.id', 'response.roundId')
    .select(['appeal.id', 'appeal.clientId', 'appeal.responseId', 'response.roundId'])
    .select(['appeal.questionId', 'appeal.wantedId', 'appeal.claim', 'appeal.status'])
    .select(['appeal.filedBy', 'appeal.filedById', 'appeal.filedAt', 'appeal.closedBy'])
    .select(['appeal.closedAt', 'appeal.reason', 'response.surveyId', 'response.edition'])
    .select(['response.userId as heldById', 'round.approvedAt'])
    .where(inScope(scope, 'response.hotel_id'))
    .orderBy('appeal.id');
  for (const [name, id] of Object.entries(of))
    query = query.where(columnOf[name as keyof typeof columnOf], '=', id);
  return query.execute();
}

/** Who conducted the interview, and who filed the appeal; null when their account is deleted. */
export type Parties = { heldById: number | null; filedById: number | null };

/**
 * True when this person conducted the interview or filed the appeal, so that somebody else must decide it. False when
 * four eyes are switched off, or nobody else can decide it.
 */
export async function hasPart(
  { deps, db, person }: Pick<AppealReader, 'db' | 'person'> & { deps: Pick<Deps, 'config'> },
  { heldById, filedById }: Parties,
): Promise<boolean> {
  if (!deps.config.fourEyes || (heldById !== person.id && filedById !== person.id)) return false;
  const other = await db
    .selectFrom('systemUsers as person')
    .innerJoin('userRoles as role', 'role.id', 'person.roleId')
    .select('person.id')
    .where('role.name', 'in', [...rolesThat('appeals.decide')])
    .where('person.isActive', '=', true)
    .where(sql<boolean>`person.id is distinct from ${heldById}`)
    .where(sql<boolean>`person.id is distinct from ${filedById}`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Returns the appeals of a round or a response, and until when one can be filed. Undefined where the
 * round takes none and nobody has appealed.
 */
export async function appealsOf(
  reader: AppealReader,
  of: Of,
  approvedAt: string | null,
): Promise<Appeals | undefined> {
  const { config, now } = reader.deps;
  const { appealDays: days, timeZone } = config;
  const list = await listAppeals(reader, of);
  const until = approvedAt === null ? null : appealsUntil(approvedAt, { days, timeZone });
  if (until === null && list.length === 0) return undefined;
  const canFile = can(reader.person, 'appeals.file') && isInTime(until, now(), timeZone);
  return { until, canFile, list };
}
