import { dueFor, type DueDays } from '#domain/actions/due.ts';
import type { NewExitPlan } from '#domain/actions/exit-plan.ts';
import { planFields } from '#domain/actions/join-plans.ts';
import { longestLine } from '#domain/text.ts';
import { newRequestKey } from '#web/lib/request-key.ts';
import type {
  AgreedPlan,
  ExitPlan,
  PlanItem,
  PlanOwner,
} from '#web/offline/store/exit-plan-records.ts';
import { meanOf, type FindingHere, type InterviewHere } from '#web/offline/drafts/findings-here.ts';
import type { StoredFile } from '#web/offline/store/records.ts';

import type { Signed } from './signatures.tsx';

type Meeting = {
  interviews: readonly InterviewHere[];
  findings: readonly FindingHere[];
  signatures: Signed;
  due: DueDays;
  showsScore: boolean;
  /** The portfolio's pass line, which the mean is never rounded up to. */
  line: number;
  by: string;
  /** Milliseconds since 1970. */
  now: number;
};

/** Returns the agreed plan in two forms: as this device shows and prints it, and as it is sent. */
export function freezePlan(
  plan: ExitPlan,
  { interviews, findings, signatures, due, showsScore, line, by, now }: Meeting,
): { agreed: AgreedPlan; input: NewExitPlan } {
  const rows = findings.map((finding) => ({
    finding,
    ...filledIn(plan.items[finding.key], finding, due),
  }));
  const owners = new Set(
    rows.flatMap(({ owner }) => (owner?.kind === 'new' ? [owner.clientId] : [])),
  );
  const contacts = plan.people
    .filter(({ clientId }) => owners.has(clientId))
    .map(({ clientId, name, jobTitle }) => ({ clientId, name, jobTitle }));
  return {
    agreed: {
      ...{
        at: now,
        by,
        percent: meanOf(interviews, line),
        ...(!showsScore && { hidesScore: true }),
      },
      interviews: interviews.map(({ from: _, exact: __, findings: ___, ...one }) => one),
      items: rows.map(({ finding, what, owner, dueOn }) => ({
        ...{ key: finding.key, questionText: finding.questionText, severity: finding.severity },
        answers: finding.said.map(({ answer, respondentName }) => `${answer} (${respondentName})`),
        ...{ what, ownerName: owner?.name ?? null, dueOn },
      })),
      signatures: { assessor: shown(signatures.assessor), hotel: shown(signatures.hotel) },
    },
    input: {
      clientId: plan.clientId,
      kind: plan.kind,
      ...(plan.roundId !== undefined && { roundId: plan.roundId }),
      heldAt: new Date(now).toISOString(),
      items: rows.map(({ finding, what, owner, dueOn }) => ({
        clientId: newRequestKey(),
        ...{ surveyId: finding.surveyId, questionKey: finding.key },
        questionText: finding.questionText,
        ...{ what, owner: sent(owner), dueOn },
        ...editedIn(plan.items[finding.key]),
      })),
      ...(contacts.length > 0 && { contacts }),
      signatures: {
        assessor: signatures.assessor?.clientId ?? null,
        hotel: signatures.hotel?.clientId ?? null,
        hotelName: (signatures.hotel?.caption ?? '').slice(0, longestLine),
      },
      ...(plan.replaces && { replaces: plan.replaces }),
    },
  };
}

function filledIn(item: PlanItem | undefined, { severity }: FindingHere, due: DueDays) {
  return {
    what: item?.what?.trim() ?? '',
    owner: item?.owner ?? null,
    dueOn: item?.dueOn ?? dueFor(severity, due),
  };
}

/** Returns when the fields were edited. Items from an earlier release do not have these times. */
function editedIn(item: PlanItem | undefined): Pick<NewExitPlan['items'][number], 'edited'> {
  const { at, ...fields } = item ?? {};
  if (!at && Object.keys(fields).length > 0) return {};
  const edited: NonNullable<NewExitPlan['items'][number]['edited']> = {};
  for (const field of planFields) {
    const moment = at?.[field];
    if (moment !== undefined) edited[field] = new Date(moment).toISOString();
  }
  return { edited };
}

function sent(owner: PlanOwner | null): NewExitPlan['items'][number]['owner'] {
  if (!owner) return null;
  if (owner.kind === 'new') return { kind: 'contact', clientId: owner.clientId };
  const { kind, id } = owner;
  return kind === 'user' ? { kind, id } : { kind, id };
}

function shown(file: StoredFile | undefined) {
  return file ? { fileId: file.clientId, name: file.caption } : null;
}
