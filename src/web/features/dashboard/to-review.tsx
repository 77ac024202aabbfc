import { Anchor } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { countWords } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';

import classes from './to-review.module.css';

/** How many flagged responses wait for somebody to look at them, and the way there. */
export function ToReview({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className={classes.line}>
      <IconFlag size={18} stroke={1.75} aria-hidden />
      <Anchor
        renderRoot={(props) => <Link {...props} to={paths.results} search={{ review: 'needed' }} />}
      >
        {countWords(count, 'flagged response')} to look at
      </Anchor>
    </p>
  );
}
