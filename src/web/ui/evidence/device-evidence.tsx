import { useStored } from '#web/lib/use-stored.ts';
import { filesOf } from '#web/offline/files/kept-files.ts';
import { EvidenceFiles } from './evidence-files.tsx';
import { EvidenceViewer } from './evidence-viewer.tsx';
import { shownFiles } from './shown-files.ts';

/** Shows the evidence of an interview that was taken on this device, with or without a connection. */
export function DeviceEvidence({ interviewId }: { interviewId: string }) {
  const own = useStored((db) => filesOf(db, interviewId), [interviewId]) ?? [];
  const files = shownFiles({ reading: undefined, named: [], own, isOnline: false });
  return (
    <EvidenceViewer files={files}>
      <EvidenceFiles files={files} label="Evidence on this device" />
    </EvidenceViewer>
  );
}
