import type { z } from 'zod';

import type { Evidence, evidenceReceiptSchema } from '#domain/evidence/evidence.ts';
import type { EvidenceRow } from './queries.ts';

export function presentEvidence(row: EvidenceRow): Evidence {
  const { fileId, interview, questionId, kind, name, mediaType, size, width, height } = row;
  const { caption, takenAt, takenBy, takenById, uploadedAt } = row;
  return {
    ...{ fileId, interview, questionId, kind, name, mediaType, size, width, height },
    ...{ caption, takenAt, takenBy, takenById, uploadedAt },
    hasThumbnail: row.thumbnailName !== null,
  };
}

export function presentReceipt(
  row: EvidenceRow,
  sent: { captionEdit: number },
): z.infer<typeof evidenceReceiptSchema> {
  const captionEdit = Math.max(row.captionEdit, sent.captionEdit);
  return { ...presentEvidence(row), digest: row.digest.toString('hex'), captionEdit };
}
