/** Every address of the product (rule 48). */
export const paths = {
  signIn: '/',
  app: '/app',
  dashboard: '/app/dashboard',
  results: '/app/results',
  workflow: '/app/workflow-management',
  hotels: '/app/hotel-management',
  actions: '/app/actions',
  surveyBuilder: '/app/survey-builder',
  users: '/app/user-management',
  archive: '/app/archive',
  audit: '/app/audit',
  sync: '/app/sync',
  background: '/app/background-work',
} as const;

/** Returns the address of one hotel's page, by `hotels.id`. */
export function hotelPath(hotelId: number): string {
  return `${paths.app}/hotels/${hotelId}`;
}

/** Returns the address of one hotel's printed report, by `hotels.id`. */
export function hotelReportPath(hotelId: number): string {
  return `${hotelPath(hotelId)}/report`;
}

/** Returns the address of one round of a hotel, by `hotels.id` and `rounds.id`. */
export function roundPath(hotelId: number, roundId: number): string {
  return `${hotelPath(hotelId)}/rounds/${roundId}`;
}

/** Returns the address of a hotel's interview, by `hotels.id`. */
export function interviewPath(hotelId: number): string {
  return `/interview/${hotelId}`;
}

/** Returns the address of a hotel's exit meeting, by `hotels.id`. */
export function exitPath(hotelId: number): string {
  return `${interviewPath(hotelId)}/exit`;
}
