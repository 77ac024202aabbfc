/** Returns the server's path of an edition. It is also the edition's key on the device. */
export function editionPath({ surveyId, number }: { surveyId: number; number: number }): string {
  return `/api/surveys/${surveyId}/editions/${number}`;
}
