import { hotelPath, hotelReportPath, interviewPath, paths } from '#web/paths.ts';

/** Every screen of somebody who is signed in, some of them in more than one state. */
export const addresses: readonly string[] = [
  ...Object.values(paths).filter((path) => path !== paths.signIn),
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
