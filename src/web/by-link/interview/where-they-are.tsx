import { countWords } from '#web/lib/format.ts';
import linkClasses from '#web/by-link/link-page.module.css';
import classes from './interview.module.css';
import type { Whereabouts } from './use-answers.ts';

type Props = { whereabouts: Whereabouts; onSend: () => void };

/** Says where the answers are: at the brand's server, being sent, or in this browser alone. */
export function WhereTheyAre({ whereabouts, onSend }: Props) {
  const { kind } = whereabouts;
  return (
    <div className={classes.where} data-kind={kind}>
      <p role={kind === 'refused' ? 'alert' : 'status'}>{wordsOf(whereabouts)}</p>
      {kind === 'here' && (
        <button type="button" className={linkClasses.quiet} onClick={onSend}>
          Send now
        </button>
      )}
    </div>
  );
}

function wordsOf(whereabouts: Whereabouts): string {
  switch (whereabouts.kind) {
    case 'server':
      return 'Saved. You can stop at any time and go on later, on any device, with the same link.';
    case 'sending':
      return 'Saving…';
    case 'refused':
      return `Not saved: ${whereabouts.why}`;
    case 'here':
      return `${whereabouts.why} ${placeOf(whereabouts)}`;
  }
}

function placeOf({ unsent, isDurable, hasEnded }: Extract<Whereabouts, { kind: 'here' }>): string {
  const what =
    unsent === 0 ? 'Your answers are' : `${countWords(unsent, 'answer is', 'answers are')}`;
  if (hasEnded)
    return isDurable
      ? `${what} in this browser alone until a new link is opened here.`
      : `${what} on this page only.`;
  return isDurable
    ? `${what} kept in this browser and will be sent later.`
    : `${what} on this page only. Leave it open until there is a connection.`;
}
