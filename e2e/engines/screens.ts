import { hotelReportPath, interviewPath, paths } from '#web/paths.ts';
import type { Device } from './device.ts';
import { button, field, first, heading, inside, link, role, text, type Seen } from './seen.ts';

/** Every address of the product, with something that its screen shows once it has loaded. */
export const screens: readonly { path: string; shows: Seen; tab?: string }[] = [
  { path: paths.dashboard, shows: heading('Recent responses'), tab: 'Dashboard' },
  {
    path: paths.workflow,
    shows: first(inside(role('region', 'Evaluation'), role('listitem'))),
    tab: 'Workflow',
  },
  { path: paths.hotels, shows: text(/^\d+ hotels$/), tab: 'Hotels' },
  { path: paths.results, shows: heading('Results and Analytics'), tab: 'Results' },
  { path: paths.surveyBuilder, shows: button(/^Clone /), tab: 'Surveys' },
  { path: paths.users, shows: heading('Margaret Ashdown'), tab: 'Users' },
  { path: paths.archive, shows: heading('Archive'), tab: 'Archive' },
  { path: paths.audit, shows: heading('Audit Trail'), tab: 'Audit' },
  { path: paths.background, shows: text('Done') },
  { path: paths.sync, shows: text('Nothing to send') },
  { path: hotelReportPath(1), shows: heading('Interviews') },
  { path: interviewPath(34), shows: field('Survey') },
  { path: paths.app, shows: heading('Results and Analytics') },
];

export const failedPage = text('This page could not be shown');

/** Waits until a screen shows its content. Throws at once if it shows that it failed. */
export async function seeScreen(device: Device, shows: Seen, path: string): Promise<void> {
  let hasFailed = false;
  await device.until(`what ${path} shows`, async () => {
    hasFailed = (await device.count(failedPage)) > 0;
    return hasFailed || (await device.count(shows)) > 0;
  });
  if (hasFailed) throw new Error(`${path}: This page could not be shown`);
}

/** Goes to a screen by its tab. In a narrow window some tabs are behind “More”. */
export async function goByTab(device: Device, tab: string): Promise<void> {
  await device.click(inside(role('navigation', 'Screens'), link(tab)));
}
