import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';

import { placesAsked, standingsNow } from '#domain/interviews/asked-now.ts';
import type { Progress, Remarks } from '#domain/interviews/progress.ts';
import { questionsAt } from '#domain/waivers/asked-with-waivers.ts';
import { readGiven } from '#domain/responses/read-given.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { Page } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { BackToWorkflow } from './back-to-workflow.tsx';
import classes from './open-elsewhere.module.css';

/**
 * Shown when another tab has the interview open. Only one tab may write, because two would confuse
 * the interviewer. This tab shows what the other one writes, and takes over when that one is
 * closed.
 */
export function OpenElsewhere({ clientId }: { clientId: string }) {
  const draft = useStored((db) => db.drafts.get(clientId), [clientId]);
  return (
    <Page
      title="Interview"
      width="reading"
      lead={draft && `${draft.respondentName}, ${draft.hotel.hotelName}`}
      actions={<BackToWorkflow />}
    >
      <Alert
        color="blue"
        icon={<IconLock aria-hidden />}
        title="This interview is open in another tab of this device"
      >
        Continue there, or close that tab to continue here. Until then you cannot change anything in
        this tab.
      </Alert>
      {draft && <AnswersSoFar draft={draft} />}
    </Page>
  );
}

function AnswersSoFar({ draft }: { draft: Draft }) {
  const { edition, progress, remarks = {}, notes } = draft;
  const questions = questionsAt(draft, draft.updatedAt);
  const asked = placesAsked(standingsNow(questions, progress, draft.asked));
  return (
    <Panel title={edition.title}>
      <dl className={classes.answers}>
        {asked
          .flatMap((place) => edition.questions[place] ?? [])
          .map((question) => (
            <Answer key={question.id} question={question.text}>
              {readGiven(question, givenTo(question.id, progress, remarks))}
            </Answer>
          ))}
        {notes !== '' && <Answer question="Interview Notes">{notes}</Answer>}
      </dl>
    </Panel>
  );
}

function givenTo(id: number, progress: Progress, remarks: Remarks) {
  const { answerId = null, textValue = null, na } = progress[id] ?? {};
  return { answerId, textValue, notApplicable: na, note: remarks[id] };
}

function Answer({ question, children }: { question: string; children: string | null }) {
  return (
    <div className={classes.one}>
      <dt>{question}</dt>
      <dd data-missing={children === null || undefined}>{children ?? 'No answer yet'}</dd>
    </div>
  );
}
