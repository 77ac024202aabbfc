import { hotelPath, hotelReportPath, interviewPath, paths } from '#web/paths.ts';

/**
 * Every screen of somebody who is signed in, some of them in more than one state. `/app` is left out,
 * because it leads to the first of them.
 */
export const addresses: readonly string[] = [
  ...Object.values(paths).filter((path) => path !== paths.signIn && path !== paths.app),
  hotelPath(3),
  hotelPath(24),
  `${hotelPath(24)}?tab=evaluation`,
  hotelReportPath(24),
  interviewPath(24),
  `${paths.results}?range=365&tab=hotels`,
  `${paths.results}?range=365&tab=standards`,
  `${paths.hotels}?hotel=24`,
  `${paths.workflow}?hotel=24`,
  `${paths.surveyBuilder}?survey=1`,
  `${paths.surveyBuilder}?survey=1&panel=questions`,
];
