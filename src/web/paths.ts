/** Every address of the product (specification, section 2). */
export const paths = {
  signIn: '/',
  app: '/app',
  dashboard: '/app/dashboard',
  results: '/app/results',
  workflow: '/app/workflow-management',
  hotels: '/app/hotel-management',
  surveyBuilder: '/app/survey-builder',
  users: '/app/user-management',
  archive: '/app/archive',
  sync: '/app/sync',
} as const;

/** The interview of one hotel, by `hotels.id`. */
export function interviewPath(hotelId: number): string {
  return `/interview/${hotelId}`;
}
