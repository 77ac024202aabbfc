import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import type { HotelEvidence } from '#domain/evidence/evidence.ts';
import { ResponseLink } from '#web/features/workflow/response-link.tsx';
import { countWords, formatDate } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { EvidenceFiles } from '#web/ui/evidence/evidence-files.tsx';
import { EvidenceViewer } from '#web/ui/evidence/evidence-viewer.tsx';
import type { ShownFile } from '#web/ui/evidence/shown-files.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import classes from './evidence-tab.module.css';
import { hotelEvidenceQuery } from './read-evidence.ts';

type File = HotelEvidence['evidence'][number];

/** Shows what was photographed, attached and signed at the hotel's interviews, the latest first. */
export function EvidenceTab({ hotelId }: { hotelId: number }) {
  const { data, error, refetch, ...more } = useInfiniteQuery(hotelEvidenceQuery(hotelId));
  const files = data?.pages.flatMap(({ evidence }) => evidence) ?? [];
  const total = data?.pages.at(-1)?.total;
  return (
    <Panel
      title="Evidence"
      lead={total !== undefined && total > 0 && `${countWords(total, 'file')}, latest first`}
    >
      {error && !more.isFetchNextPageError && (
        <LoadError
          title="The evidence could not be loaded"
          offline="The evidence needs a connection"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={220} />}
      {total === 0 && (
        <Empty
          title="No evidence yet"
          text="Photos, documents and signatures of this hotel’s interviews appear here."
        />
      )}
      <Interviews hotelId={hotelId} files={files} />
      <ShowMore pages={more} what="files" />
    </Panel>
  );
}

type Shown = File & ShownFile;

/** Shows the files grouped by interview, and within an interview by question. */
function Interviews({ hotelId, files }: { hotelId: number; files: readonly File[] }) {
  const place = useIsOnline() ? 'server' : 'beyond';
  const shown = files.map((file): Shown => ({ ...file, place, isHeld: true }));
  return (
    <EvidenceViewer files={shown}>
      <ol className={classes.interviews}>
        {[...Map.groupBy(shown, ({ responseId }) => responseId)].map(([responseId, of]) => (
          <li key={responseId} className={classes.interview}>
            <div>
              <ResponseLink row={{ id: responseId, hotelId }}>
                {formatDate(of[0]?.completedAt ?? null)}
              </ResponseLink>
            </div>
            <Answers files={of} />
          </li>
        ))}
      </ol>
    </EvidenceViewer>
  );
}

function Answers({ files }: { files: readonly Shown[] }) {
  return (
    <ul className={classes.answers}>
      {[...Map.groupBy(files, ({ questionId }) => questionId)].map(([questionId, of]) => {
        const question = of[0]?.questionText ?? 'A question that is no longer there';
        return (
          <li key={questionId}>
            <p>{question}</p>
            <EvidenceFiles files={of} label={`Evidence of “${question}”`} />
          </li>
        );
      })}
    </ul>
  );
}
