import type { LinkProgress } from '#domain/contacts/interview-by-link.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';

/**
 * Shows the progress of the hotel contacts who are answering by link and have not completed yet. Renders
 * nothing when nobody has begun.
 */
export function UnderWayByLink({ interviews }: { interviews: readonly LinkProgress[] }) {
  if (interviews.length === 0) return null;
  return (
    <Panel
      title="Under way by link"
      lead="The hotel is answering. Its answers are shown here once it has completed."
    >
      <RecordList>
        {interviews.map(({ name, surveyTitle, answered, questions, changedAt }) => (
          <RecordRow
            key={`${name} ${surveyTitle} ${changedAt}`}
            title={`${name}, ${surveyTitle}`}
            details={`Last change ${formatMoment(changedAt)}`}
          >
            {answered} of {questions} answered
          </RecordRow>
        ))}
      </RecordList>
    </Panel>
  );
}
