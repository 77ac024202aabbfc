import {
  IconArchive,
  IconBuilding,
  IconChartHistogram,
  IconClipboardText,
  IconHistory,
  IconHome,
  IconLayoutKanban,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';

import { can, type Person } from '#domain/people/person.ts';
import type { Action } from '#domain/people/roles.ts';
import { paths } from '#web/paths.ts';

export type Tab = {
  /** One word, so that all of them fit a row. */
  label: string;
  /** The screen's title, if it differs from the label. */
  title?: string;
  path: (typeof paths)[keyof typeof paths];
  icon: Icon;
  /** The right that a person needs to see the tab. If absent, everyone sees it. */
  action?: Action;
};

/** The tabs in their order: daily work first, then administration. */
const tabs: readonly Tab[] = [
  { label: 'Dashboard', path: paths.dashboard, icon: IconHome },
  {
    label: 'Workflow',
    title: 'Workflow Management',
    path: paths.workflow,
    icon: IconLayoutKanban,
    action: 'hotels.read',
  },
  {
    label: 'Hotels',
    title: 'Hotel Management',
    path: paths.hotels,
    icon: IconBuilding,
    action: 'hotels.read',
  },
  {
    label: 'Results',
    path: paths.results,
    icon: IconChartHistogram,
    action: 'responses.read',
  },
  {
    label: 'Surveys',
    title: 'Survey Builder',
    path: paths.surveyBuilder,
    icon: IconClipboardText,
    action: 'surveys.build',
  },
  {
    label: 'Users',
    title: 'User Management',
    path: paths.users,
    icon: IconUsers,
    action: 'users.manage',
  },
  {
    label: 'Archive',
    path: paths.archive,
    icon: IconArchive,
    action: 'archive.read',
  },
  {
    label: 'Audit',
    title: 'Audit Trail',
    path: paths.audit,
    icon: IconHistory,
    action: 'audit.read',
  },
];

export function tabsOf(person: Person): Tab[] {
  return tabs.filter(({ action }) => !action || can(person, action));
}
