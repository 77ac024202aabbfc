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
  label: string;
  /** Where room is scarce. */
  shortLabel: string;
  path: (typeof paths)[keyof typeof paths];
  icon: Icon;
  /** Who sees it; everyone where it names none. */
  action?: Action;
};

/** Daily work first, administration after. */
const tabs: readonly Tab[] = [
  { label: 'Dashboard', shortLabel: 'Dashboard', path: paths.dashboard, icon: IconHome },
  {
    label: 'Workflow Management',
    shortLabel: 'Workflow',
    path: paths.workflow,
    icon: IconLayoutKanban,
    action: 'hotels.read',
  },
  {
    label: 'Hotel Management',
    shortLabel: 'Hotels',
    path: paths.hotels,
    icon: IconBuilding,
    action: 'hotels.read',
  },
  {
    label: 'Results',
    shortLabel: 'Results',
    path: paths.results,
    icon: IconChartHistogram,
    action: 'responses.read',
  },
  {
    label: 'Survey Builder',
    shortLabel: 'Surveys',
    path: paths.surveyBuilder,
    icon: IconClipboardText,
    action: 'surveys.build',
  },
  {
    label: 'User Management',
    shortLabel: 'Users',
    path: paths.users,
    icon: IconUsers,
    action: 'users.manage',
  },
  {
    label: 'Archive',
    shortLabel: 'Archive',
    path: paths.archive,
    icon: IconArchive,
    action: 'archive.read',
  },
  {
    label: 'Audit Trail',
    shortLabel: 'Audit',
    path: paths.audit,
    icon: IconHistory,
    action: 'audit.read',
  },
];

export function tabsOf(person: Person): Tab[] {
  return tabs.filter(({ action }) => !action || can(person, action));
}
