import { evidenceOfInterviewSchema, type Evidence } from '#domain/evidence/evidence.ts';
import { readSource } from '#web/offline/readings/cached-query.ts';

/** Returns the files of an interview that the server holds. */
export async function readFilesOnServer(interviewId: string): Promise<Evidence[]> {
  const { value } = await readSource({
    path: '/api/evidence',
    query: { interview: interviewId },
    schema: evidenceOfInterviewSchema,
  });
  return value.held;
}
