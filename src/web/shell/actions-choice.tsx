import { Menu } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient } from '#web/lib/query-client.ts';
import { actionCountsQuery } from '#web/offline/readings/actions-reading.ts';
import { paths } from '#web/paths.ts';

const query = actionCountsQuery();

/** Shows the menu choice that opens Actions. Shows nothing while the person's hotels have no actions. */
export function ActionsChoice() {
  const { data } = useQuery(query);
  if (!data?.value.exist) return null;
  return (
    <Menu.Item
      leftSection={<IconChecklist size={18} stroke={1.6} aria-hidden />}
      component={Link}
      to={paths.actions}
    >
      Actions
    </Menu.Item>
  );
}

/** Reads whether there are actions, so that the menu opens with all its choices. */
export const readAhead = () => queryClient.ensureQueryData(query);
